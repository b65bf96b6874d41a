import { expect, it } from 'vitest';
import { publish } from '../../../src/importer/publish.ts';
import { createStores } from '../../../src/storage/open-stores.ts';
import { describeEachEngine } from '../../support/engines.ts';
import { productRecord, smallCatalog } from '../../support/small-catalog.ts';

const minuteMs = 60_000;

describeEachEngine('a retired release', (open) => {
  it('is removed by others where whoever retired it died before', async () => {
    const { engine, drop } = await open();
    const { releases } = createStores(engine);
    const now = new Date(Date.UTC(2026, 0, 1));
    for (const id of ['first', 'second'])
      await publish(smallCatalog('one', [productRecord({ id })]), { releases, now });
    const [current, retired] = (await releases.list()).map(({ id }) => id) as [string, string];
    const retiredAt = new Date(Date.now() - 10 * minuteMs).toISOString();
    await engine.writer
      .updateTable('release')
      .set({ state: 'retired', touched_at: retiredAt })
      .where('id', '=', Number(retired))
      .execute();
    const productsOf = async (id: string) => [...(await releases.listDigests(id, 'products', '')).keys()];
    await releases.discardAbandoned(11 * minuteMs);
    expect(await productsOf(retired)).toEqual(['first']);
    await releases.discardAbandoned(9 * minuteMs);
    expect(await productsOf(retired)).toEqual([]);
    expect(await productsOf(current)).toEqual(['second']);
    expect(await releases.list()).toMatchObject([{ id: current }, { id: retired, isRetired: true }]);
    await drop();
  });
});
