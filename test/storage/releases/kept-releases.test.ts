import type { CompiledQuery } from 'kysely';
import { expect, it, onTestFinished } from 'vitest';
import { createReleaseService } from '../../../src/domain/release/release-service.ts';
import { publish } from '../../../src/importer/publish.ts';
import { createStores } from '../../../src/storage/open-stores.ts';
import { describeEachEngine } from '../../support/engines.ts';
import { explain } from '../../support/explain.ts';
import { someContext } from '../../support/request-contexts.ts';
import { productRecord, smallCatalog } from '../../support/small-catalog.ts';

describeEachEngine('a release that is kept', (open, name) => {
  it('is found among all that there ever were without a look at the others', async () => {
    const queries: CompiledQuery[] = [];
    const { engine, drop } = await open({ log: ({ query }) => void queries.push(query) });
    onTestFinished(drop);
    const stores = createStores(engine);
    const { releases } = stores;
    for (const id of ['first', 'second', 'third']) {
      const records = smallCatalog('one', [productRecord({ id })]);
      await publish(records, { releases, now: new Date(Date.UTC(2026, 0, 1)) });
    }
    const [third, second, first] = (await releases.list()).map(({ id }) => id) as [string, string, string];
    await engine.writer.updateTable('release').set({ state: 'retired' }).where('id', '=', Number(first)).execute();

    const facts = { productCount: 1, nodeCount: 1 };
    expect(await releases.findKept('one', null)).toEqual({ id: third, ...facts });
    expect(await releases.findKept('one', second)).toEqual({ id: second, ...facts });
    for (const id of [first, '1000', 'none']) expect(await releases.findKept('one', id)).toBeNull();
    expect(await releases.findKept('other', third)).toBeNull();

    const service = createReleaseService({ stores, catalog: stores.catalogs });
    queries.length = 0;
    const page = { limit: 10, offset: 0 };
    const list = { catalogId: 'one', releaseId: second, of: 'products' } as const;
    expect((await service.listTexts(someContext(), list, page)).total).toBe(1);
    if (name !== 'sqlite') return;
    const ofReleases = queries.splice(0).filter((query) => query.sql.includes('"release"'));
    expect(ofReleases.length).toBeGreaterThan(0);
    for (const query of ofReleases) {
      const steps = await explain(engine.reader, name, query);
      expect(steps.filter((step) => step.startsWith('SCAN'))).toEqual([]);
    }
  });
});
