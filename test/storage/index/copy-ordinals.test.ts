import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, it, onTestFinished, vi } from 'vitest';
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
    const shown = engine.reader.selectFrom('release_ordinal').select(['ordinal', 'sort_key', 'slots', 'details']);
    const shownOf = (release: number) => shown.where('release_id', '=', release).orderBy('ordinal').execute();
    return { engine, from, to, shownOf };
  }

  it('is copied with the ordinals that they have now', async () => {
    const { engine, from, to, shownOf } = await start();
    const copies = copyOrdinals(engine, { from, to });
    // Another one has come after the first, and the one before the last has gone.
    const ordinals = new Map([
      [0, 0],
      [1, 2],
      [3, 4],
    ]);
    for (const [earlier, ordinal] of ordinals) copies.add(earlier, ordinal);
    await copies.end();
    const earlier = await shownOf(from);
    expect(earlier.map(({ slots, details }) => slots !== null && details !== null)).toEqual([true, true, true, true]);
    const kept = earlier.filter(({ ordinal }) => ordinals.has(ordinal));
    expect(await shownOf(to)).toEqual(kept.map((row) => ({ ...row, ordinal: ordinals.get(row.ordinal) })));
  });

  it('is missed where the other index is made anew meanwhile', async () => {
    const { engine, from, to } = await start();
    const copies = copyOrdinals(engine, { from, to });
    for (const ordinal of [0, 1, 2, 3]) copies.add(ordinal, ordinal);
    await engine.writer.deleteFrom('release_ordinal').where('release_id', '=', from).where('ordinal', '<', 2).execute();
    await expect(copies.end()).rejects.toThrow(DamagedIndex);
  });

  it('is copied some at a time, and nothing of it once who makes the index has given up', async () => {
    const { engine, from, to } = await start();
    const copying = Promise.withResolvers<number>();
    const insertSelected = vi.fn<typeof engine.insertSelected>(() => copying.promise);
    const copies = copyOrdinals({ ...engine, insertSelected }, { from, to });
    // None follows the one before.
    for (let ordinal = 0; ordinal < 400; ordinal += 1) copies.add(2 * ordinal, ordinal);
    await nextTurn();
    expect(insertSelected).toHaveBeenCalledOnce();
    let isSettled = false;
    const settling = copies.settle().then(() => {
      isSettled = true;
    });
    await nextTurn();
    expect(isSettled).toBe(false);
    copying.resolve(200);
    await settling;
    expect(insertSelected).toHaveBeenCalledOnce();
  });
});
