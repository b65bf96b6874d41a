import type { ReleaseStore } from '../../domain/release/ports.ts';
import type { Engine } from '../engines/engine.ts';
import { createPublishing } from './publishing.ts';
import { createReleaseBuilding } from './release-building.ts';
import { listRecords } from './release-records.ts';
import { listDigests } from './release-rows.ts';

export function createReleaseStore(engine: Engine): ReleaseStore {
  return {
    async stageProducts(file) {
      // Only an import needs SQLite beside PostgreSQL.
      const { createStagedProducts } = await import('./staged-products.ts');
      return createStagedProducts(file);
    },

    ...createReleaseBuilding(engine),

    ...createPublishing(engine),

    listRecords: (releaseId, of, after) => listRecords(engine, Number(releaseId), of, after),

    listDigests: (releaseId, of, after) => listDigests(engine, Number(releaseId), of, after),
  };
}
