import { expect, it, onTestFinished } from 'vitest';
import { copyOrdinals } from '../../../src/storage/index/copy-ordinals.ts';
import { DamagedIndex } from '../../../src/storage/index/index-manifest.ts';
import { createStores } from '../../../src/storage/open-stores.ts';
import { describeEachEngine } from '../../support/engines.ts';
import { importRecords } from '../../support/import-records.ts';
import { productRecord } from '../../support/small-catalog.ts';

describeEachEngine('what known products show', (open) => {
  async function start() {
    const { engine, drop } = await open();
    onTestFinished(drop);
    const stores = createStores(engine);
    const make = async (catalogId: string, ids: readonly string[]) => {
      const products = ids.map((id) => productRecord({ id, attributes: { name: id } }));
      const { releases } = await importRecords(stores, products, { catalogId });
      return Number(releases[0]?.releaseId);
    };
    const [from, to] = [await make('c', ['a', 'b', 'c', 'd']), await make('other', ['a'])];
    await engine.writer.deleteFrom('release_ordinal').where('release_id', '=', to).execute();
    const ordinals = engine.reader.selectFrom('release_ordinal').select('ordinal').orderBy('ordinal');
    const copied = async () => (await ordinals.where('release_id', '=', to).execute()).map(({ ordinal }) => ordinal);
    return { engine, from, to, copied };
  }

  it('is copied with the ordinals that they have now', async () => {
    const { engine, from, to, copied } = await start();
    const copies = copyOrdinals(engine, { from, to });
    for (const [earlier, ordinal] of [
      [0, 0],
      [2, 5],
      [3, 6],
    ] as const)
      copies.add(earlier, ordinal);
    await copies.end();
    expect(await copied()).toEqual([0, 5, 6]);
  });

  it('is missed where the other index is made anew meanwhile', async () => {
    const { engine, from, to } = await start();
    const copies = copyOrdinals(engine, { from, to });
    for (const ordinal of [0, 1, 2, 3]) copies.add(ordinal, ordinal);
    await engine.writer.deleteFrom('release_ordinal').where('release_id', '=', from).where('ordinal', '<', 2).execute();
    await expect(copies.end()).rejects.toThrow(DamagedIndex);
  });
});
