import type { ReleaseStore } from '../../domain/release/ports.ts';
import type { Engine } from '../engines/engine.ts';
import { copyOthers, copyParents, findLanguageCounts, listKeys } from './copied-products.ts';
import { findKept, listKept } from './kept-releases.ts';
import { createPublishing } from './publishing.ts';
import { createReleaseBuilding } from './release-building.ts';
import { listChanges } from './release-changes.ts';
import { getManyTexts, listRecords, listTexts } from './release-records.ts';
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

    listKeys: (releaseId, after) => listKeys(engine, Number(releaseId), after),

    copyParents: (releaseId, products) => copyParents(engine, Number(releaseId), products),

    copyOthers: (releaseId, products) => copyOthers(engine, Number(releaseId), products),

    findLanguageCounts: (releaseId) => findLanguageCounts(engine, Number(releaseId)),

    listDigests: (releaseId, of, after) => listDigests(engine, Number(releaseId), of, after),

    listKept: (catalogId) => listKept(engine, catalogId),

    findKept: (catalogId, releaseId) => findKept(engine, catalogId, releaseId),

    listTexts: ({ budget }, { releaseId, of }, page) =>
      listTexts(engine, { releaseId: Number(releaseId), of, budget }, page),

    getManyTexts: ({ budget }, { releaseId, of }, ids) =>
      getManyTexts(engine, { releaseId: Number(releaseId), of, budget }, ids),

    listChanges: (releaseId, since, after) =>
      listChanges(engine, Number(releaseId), since === null ? null : Number(since), after),
  };
}
