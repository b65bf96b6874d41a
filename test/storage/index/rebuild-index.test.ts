import { expect, it, onTestFinished, vi } from 'vitest';
import type { Engine } from '../../../src/storage/engines/engine.ts';
import { discardIndex, listUnindexed, rebuildIndex } from '../../../src/storage/index/rebuild-index.ts';
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

describeEachEngine('an index that is made anew by who was stopped for long', (open) => {
  async function discarded() {
    const { engine, drop } = await open();
    onTestFinished(drop);
    const records = ['a', 'b', 'c'].map((id) => productRecord({ id, attributes: { name: id } }));
    const report = await importRecords(createStores(engine), records, { catalogId: 'c' });
    const id = Number(report.releases[0]?.releaseId);
    await discardIndex(engine, id);
    return { engine, id };
  }

  async function rebuildByAnother(engine: Engine, id: number): Promise<void> {
    await engine.writer
      .updateTable('release')
      .set({ index_lease: '2000-01-01T00:00:00.000Z lost' })
      .where('id', '=', id)
      .execute();
    expect(await rebuildIndex(engine, id)).toBe(true);
  }

  async function expectThere(engine: Engine, id: number): Promise<void> {
    expect(await listUnindexed(engine)).toEqual([]);
    for (const table of ['release_ordinal', 'release_index_block'] as const) {
      const left = await engine.reader.selectFrom(table).selectAll().where('release_id', '=', id).execute();
      expect(left.length, table).toBeGreaterThan(0);
    }
  }

  it('stays as another has made it meanwhile', async () => {
    const { engine, id } = await discarded();
    let hasStopped = false;
    // The first that is read once it has the lease.
    const reader = engine.reader.withPlugin({
      transformQuery: ({ node }) => node,
      async transformResult({ result }) {
        if (hasStopped || !result.rows.some((row) => 'languages' in row)) return result;
        hasStopped = true;
        await rebuildByAnother(engine, id);
        const now = performance.now() + 31_000;
        vi.spyOn(performance, 'now').mockReturnValue(now);
        onTestFinished(() => void vi.restoreAllMocks());
        return result;
      },
    });
    expect(await rebuildIndex({ ...engine, reader }, id)).toBe(false);
    expect(hasStopped).toBe(true);
    await expectThere(engine, id);
  });

  it('has not failed where what it writes next is there already', async () => {
    const { engine, id } = await discarded();
    let hasStopped = false;
    const insertRows: typeof engine.insertRows = async (tables) => {
      if (!hasStopped) await rebuildByAnother(engine, id);
      hasStopped = true;
      await engine.insertRows(tables);
    };
    expect(await rebuildIndex({ ...engine, insertRows }, id)).toBe(false);
    expect(hasStopped).toBe(true);
    await expectThere(engine, id);
  });
});
