/** What may look at more rows than a page shows runs where it can be ended, and everything that can do so is ended. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { demoIds } from '../../src/demo/demo-ids.ts';
import { loadDemo } from '../../src/demo/load-demo.ts';
import type { Stores } from '../../src/domain/ports.ts';
import { openSqlite } from '../../src/storage/engines/sqlite-engine.ts';
import { migrate } from '../../src/storage/migrate.ts';
import { createStores } from '../../src/storage/open-stores.ts';
import { writingContext } from '../support/request-contexts.ts';

let stores: Stores;
beforeAll(async () => {
  const directory = await mkdtemp(join(tmpdir(), 'gateway-test-'));
  // The time is over before the first row.
  const engine = openSqlite({ directory, statementTimeoutMs: 0.000_001 });
  await migrate(engine);
  stores = createStores(engine);
  await loadDemo(stores, new Date());
  afterAll(() => engine.close().then(() => rm(directory, { recursive: true })));
});

const counted = {
  window: { limit: 25, from: 'start', after: null, before: null, skip: 0 },
  withTotal: true,
} as const;
const manyIds = Array.from({ length: 200 }, (_, index) => `node-${index}`);

const walks: Record<string, () => Promise<unknown>> = {
  'all nodes': () =>
    stores.nodes.listDocuments(writingContext(), { releaseId: '1', ids: null, limit: 1, offset: 0, language: null }),
  'application keys': () => stores.applicationKeys.list(writingContext(), { limit: 1, offset: 0 }),
  'custom APIs': () => stores.customFields.listApis(writingContext(), { limit: 1, offset: 0 }),
  'fields of a custom API': () =>
    stores.customFields.list(writingContext(), demoIds.customApi, { limit: 1, offset: 0 }),
  'a counted page of nodes': () => stores.nodes.page(writingContext(), { releaseId: '1', ids: null, ...counted }),
  'a page of many nodes': () =>
    stores.nodes.page(writingContext(), { releaseId: '1', ids: manyIds, ...counted, withTotal: false }),
  'a counted page of application keys': () => stores.applicationKeys.page(writingContext(), counted),
  'a counted page of custom APIs': () => stores.customFields.pageApis(writingContext(), counted),
  'counted fields of custom APIs': () =>
    stores.customFields.pageFields(writingContext(), [{ parentId: demoIds.customApi, ...counted }]),
  'a counted page of offerings': () => stores.subscriptions.pageOfferings(writingContext(), counted),
};

/** The second where its time was over before the thread was free. */
const sentences = /took too long|Too many requests look through lists/;

it.each(Object.entries(walks))('%s are not found', async (_, walk) => {
  await expect(walk()).rejects.toMatchObject({ code: 'UNAVAILABLE', message: expect.stringMatching(sentences) });
});
