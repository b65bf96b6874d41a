import { expect, it, onTestFinished } from 'vitest';
import { createStores } from '../../../src/storage/open-stores.ts';
import { describeEachEngine } from '../../support/engines.ts';
import { importRecords } from '../../support/import-records.ts';
import { productRecord } from '../../support/small-catalog.ts';

describeEachEngine('products that the next release takes over', (open) => {
  it('are copied range by range, each once', async () => {
    const { engine, drop } = await open();
    onTestFinished(drop);
    const stores = createStores(engine);
    const products = ['a', 'b', 'c', 'd', 'e'].map((id) => productRecord({ id }));
    const report = await importRecords(stores, products, { catalogId: 'c' });
    const next = await stores.releases.begin('c', new Date().toISOString());
    const copy = async (after: string, upTo: string, exceptIds: readonly string[] = []) => {
      const releaseId = report.releases[0]?.releaseId ?? '';
      await stores.releases.copyOthers(next, { releaseId, after, upTo, parentIds: [], exceptIds });
      const there = engine.reader.selectFrom('release_product').select('product_id').where('release_id', '=', +next);
      return (await there.orderBy('product_id').execute()).map(({ product_id: id }) => id);
    };
    expect(await copy('a', 'c')).toEqual(['b', 'c']);
    expect(await copy('', 'a')).toEqual(['a', 'b', 'c']);
    expect(await copy('c', 'e', ['d'])).toEqual(['a', 'b', 'c', 'e']);
  });
});
