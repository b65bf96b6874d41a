import { sql } from 'kysely';
import type { CopiedRelease, MirrorStore } from '../domain/mirror/ports.ts';
import type { Engine } from './engines/engine.ts';
import { createHeldPlace } from './held-place.ts';
import { releaseFormat } from './index/index-manifest.ts';

export function createMirrorStore(engine: Engine): MirrorStore {
  const { writer } = engine;
  return {
    async getState() {
      // Who holds the place, and what was requested, is what was committed last: the writer's own view.
      const row = await writer.selectFrom('mirror').selectAll().executeTakeFirstOrThrow();
      const { holder, beat, requests, answered, begun, current_at, problem } = row;
      return { holder, beat, requests, answered, begun, currentAt: current_at, problem };
    },

    async requestSync() {
      await writer.updateTable('mirror').set({ requests: sql`requests + 1` }).execute();
    },

    ...createHeldPlace(engine, 'mirror'),

    async noteBegun(requests) {
      await writer.updateTable('mirror').set({ answered: requests, begun: sql`begun + 1` }).execute();
    },

    async noteCurrent(at) {
      await writer.updateTable('mirror').set({ current_at: at, problem: null }).execute();
    },

    async noteProblem(problem) {
      await writer.updateTable('mirror').set({ problem }).execute();
    },

    listCopies: () => listCopies(engine),
  };
}

async function listCopies({ reader }: Engine): Promise<CopiedRelease[]> {
  const rows = await reader
    .selectFrom('release')
    .innerJoin('catalog', 'catalog.id', 'release.catalog_id')
    .select([
      'release.id',
      'release.catalog_id',
      'release.original_id',
      'release.published_at',
      'catalog.current_release_id',
    ])
    .where('release.state', '=', 'published')
    .where('release.original_id', 'is not', null)
    // One that a later version copied is copied again.
    .where('release.format', '<=', releaseFormat)
    .orderBy('release.id', 'desc')
    .execute();
  return rows.map((row) => ({
    catalogId: row.catalog_id,
    releaseId: String(row.id),
    originalId: row.original_id ?? '',
    publishedAt: row.published_at ?? '',
    isCurrent: row.current_release_id === row.id,
  }));
}
