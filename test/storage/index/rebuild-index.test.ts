import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it, onTestFinished, vi } from 'vitest';
import type { Engine } from '../../../src/storage/engines/engine.ts';
import { discardIndex, listUnindexed, rebuildIndex } from '../../../src/storage/index/rebuild-index.ts';
import { createStores } from '../../../src/storage/open-stores.ts';
import { describeEachEngine, type OpenEngine } from '../../support/engines.ts';
import { importRecords } from '../../support/import-records.ts';
import { shirts } from '../../support/shirts.ts';
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

async function discarded(open: OpenEngine) {
  const { engine, drop } = await open();
  onTestFinished(drop);
  const records = ['a', 'b', 'c'].map((id) => productRecord({ id, attributes: { name: id } }));
  const report = await importRecords(createStores(engine), records, { catalogId: 'c' });
  const id = Number(report.releases[0]?.releaseId);
  await discardIndex(engine, id);
  return { engine, id };
}

describeEachEngine('an index that takes long to make anew', (open) => {
  it('is left to who makes it for as long as that goes on', async () => {
    const { engine, id } = await discarded(open);
    let now = performance.now();
    vi.spyOn(performance, 'now').mockImplementation(() => {
      now += 5000;
      return now;
    });
    onTestFinished(() => void vi.restoreAllMocks());
    const leaseOf = async () => {
      const release = engine.reader.selectFrom('release').select('index_lease').where('id', '=', id);
      return (await release.executeTakeFirstOrThrow()).index_lease;
    };
    const leases: (string | null)[] = [];
    const reader = engine.reader.withPlugin({
      transformQuery: ({ node }) => node,
      async transformResult({ result }) {
        if (!result.rows.some((row) => 'languages' in row)) return result;
        leases.push(await leaseOf());
        // Longer than what a lease tells apart.
        await sleep(5);
        return result;
      },
    });
    const insertRows: typeof engine.insertRows = async (tables) => {
      leases.push(await leaseOf());
      await engine.insertRows(tables);
    };
    expect(await rebuildIndex({ ...engine, reader, insertRows }, id)).toBe(true);
    const [taken = '', renewed = ''] = [leases[0] ?? undefined, leases.at(-1) ?? undefined];
    expect(renewed > taken).toBe(true);
    expect(await leaseOf()).toBeNull();
  });

  it('is made by nobody else meanwhile, nor once it is there', async () => {
    const { engine, id } = await discarded(open);
    const insertRows = vi.fn<typeof engine.insertRows>(engine.insertRows);
    const others: boolean[] = [];
    const another = () => rebuildIndex({ ...engine, insertRows }, id);
    const insertRowsFirst: typeof engine.insertRows = async (tables) => {
      others.push(await another());
      await engine.insertRows(tables);
    };
    expect(await rebuildIndex({ ...engine, insertRows: insertRowsFirst }, id)).toBe(true);
    others.push(await another());
    expect(new Set(others)).toEqual(new Set([false]));
    expect(insertRows).not.toHaveBeenCalled();
  });
});

describeEachEngine('an index that is made anew', (open) => {
  const manifestOf = async ({ reader }: Engine, id: number) => {
    const release = reader.selectFrom('release').select(['format', 'index_manifest']).where('id', '=', id);
    return release.executeTakeFirstOrThrow();
  };

  it('is that with which the release was published, in all its languages', async () => {
    const { engine, drop } = await open();
    onTestFinished(drop);
    const { releases } = await importRecords(createStores(engine), shirts, { catalogId: 'c' });
    const id = Number(releases[0]?.releaseId);
    const published = await manifestOf(engine, id);
    await discardIndex(engine, id);
    expect(await manifestOf(engine, id)).not.toEqual(published);
    expect(await rebuildIndex(engine, id)).toBe(true);
    expect(await manifestOf(engine, id)).toEqual(published);
  });

  it('is left where a later version has made its own', async () => {
    const { engine, id } = await discarded(open);
    const later = { format: 99, index_manifest: 'of a later version' };
    await engine.writer.updateTable('release').set(later).where('id', '=', id).execute();
    await discardIndex(engine, id);
    expect(await rebuildIndex(engine, id)).toBe(false);
    expect(await manifestOf(engine, id)).toEqual(later);
  });
});

describeEachEngine('the releases without an index', (open) => {
  it('come with those first that shoppers are shown, then with those that were last, and without the retired ones', async () => {
    const { engine, drop } = await open();
    onTestFinished(drop);
    const stores = createStores(engine);
    const ids: string[] = [];
    for (const [name, catalogId] of ['c', 'c', 'd', 'c', 'd', 'd'].entries()) {
      const products = [productRecord({ id: 'a', attributes: { name: `${name}` } })];
      const report = await importRecords(stores, products, { catalogId });
      ids.push(report.releases[0]?.releaseId ?? '');
    }
    for (const id of [ids[0], ids[2]]) await stores.releases.makeCurrent(id ?? '');
    for (const id of ids) await discardIndex(engine, Number(id));
    for (const id of ids.slice(4)) await stores.releases.retire(id);
    const order = (await listUnindexed(engine)).map(({ releaseId, isCurrent }) => [String(releaseId), isCurrent]);
    const [first, second, third, fourth] = ids;
    expect(order).toEqual([
      [third, true],
      [first, true],
      [fourth, false],
      [second, false],
    ]);
  });
});

describeEachEngine('an index that is made anew by who was stopped for long', (open) => {
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
    const { engine, id } = await discarded(open);
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
    const { engine, id } = await discarded(open);
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
