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
    const rows = await engine.reader.selectFrom('release').select(['id', 'index_manifest']).execute();
    const left = rows.find(({ id }) => id === Number(retired));
    expect(left).toEqual({ id: Number(retired), index_manifest: null });
    expect(rows.find(({ id }) => id === Number(current))?.index_manifest).not.toBeNull();
    await drop();
  });

  it('of which rows came after it was removed, or discarded, leaves none', async () => {
    const { engine, drop } = await open();
    const { releases } = createStores(engine);
    const now = new Date(Date.UTC(2026, 0, 1));
    for (const id of ['first', 'second']) {
      await publish(smallCatalog('one', [productRecord({ id })]), { releases, now });
    }
    const [current, retired] = (await releases.list()).map(({ id }) => Number(id)) as [number, number];
    await engine.writer
      .updateTable('release')
      .set({ state: 'retired', touched_at: null })
      .where('id', '=', retired)
      .execute();
    const discarded = retired + 1000;
    const tables = ['release_product', 'release_node', 'release_ordinal', 'release_index_block'] as const;
    const rowsOf = async (table: (typeof tables)[number]) => {
      const rows = await engine.writer
        .selectFrom(table)
        .select('release_id')
        .distinct()
        .orderBy('release_id')
        .execute();
      return rows.map(({ release_id }) => release_id);
    };
    await engine.writer
      .insertInto('release_index_block')
      .values({ release_id: discarded, block: 7, content: new Uint8Array(1) })
      .execute();
    await engine.writer
      .insertInto('release_ordinal')
      .values({ release_id: discarded, ordinal: 7, sort_key: 'one', slots: null, details: null })
      .execute();
    expect(await rowsOf('release_product')).toEqual([retired, current].sort((a, b) => a - b));
    expect(await rowsOf('release_index_block')).toContain(discarded);
    await releases.discardAbandoned(minuteMs);
    expect(await Promise.all(tables.map(rowsOf))).toEqual(tables.map(() => [current]));
    await drop();
  });
});
