import { expect, it, onTestFinished } from 'vitest';
import { discardIndex, rebuildIndex } from '../../../src/storage/index/rebuild-index.ts';
import { createStores } from '../../../src/storage/open-stores.ts';
import { describeEachEngine } from '../../support/engines.ts';
import { importRecords } from '../../support/import-records.ts';
import { productRecord } from '../../support/small-catalog.ts';

describeEachEngine('the index of a release that is retired while it is made anew', (open) => {
  it('leaves nothing behind', async () => {
    const { engine, drop } = await open();
    onTestFinished(drop);
    const stores = createStores(engine);
    const make = async (id: string) => {
      const report = await importRecords(stores, [productRecord({ id, attributes: { name: id } })], { catalogId: 'c' });
      return report.releases[0]?.releaseId ?? '';
    };
    const retired = await make('a');
    await make('b');
    await discardIndex(engine, Number(retired));
    let isRetired = false;
    const insertRows: typeof engine.insertRows = async (tables) => {
      if (!isRetired) await stores.releases.retire(retired);
      isRetired = true;
      await engine.insertRows(tables);
    };
    expect(await rebuildIndex({ ...engine, insertRows }, Number(retired))).toBe(false);
    expect(isRetired).toBe(true);
    for (const table of ['release_ordinal', 'release_index_block'] as const) {
      const left = engine.reader.selectFrom(table).selectAll().where('release_id', '=', Number(retired));
      expect(await left.execute(), table).toEqual([]);
    }
  });
});
