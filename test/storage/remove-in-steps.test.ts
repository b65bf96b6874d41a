import { type CompiledQuery, sql } from 'kysely';
import { expect, it, onTestFinished } from 'vitest';
import { removeInSteps } from '../../src/storage/remove-in-steps.ts';
import { describeEachEngine } from '../support/engines.ts';
import { explain } from '../support/explain.ts';

/** So few that PostgreSQL would rather read the whole table, at each step, than go to its index as often. */
const nodes = 2000;

describeEachEngine('rows of a release that are removed', (open, name) => {
  it('are found by their keys, from the last one that was removed, and those of others stay', async () => {
    const queries: CompiledQuery[] = [];
    const { engine, drop } = await open({ log: ({ query }) => void queries.push(query) });
    onTestFinished(drop);
    const rowsOf = (releaseId: number, count: number) =>
      Array.from({ length: count }, (_, at) => {
        const id = `node ${String(at).padStart(6, '0')}`;
        const texts = { sort_key: id, digest: id, document: '{}', added_members: null };
        return { release_id: releaseId, node_id: id, ...texts, position: at };
      });
    await engine.insertRows([{ table: 'release_node', rows: [...rowsOf(1, nodes), ...rowsOf(2, 3)] }]);
    await engine.refreshStatistics();
    const left = async () =>
      Number((await engine.reader.selectFrom('release_node').select(sql<number>`count(*)`.as('n')).execute())[0]?.n);
    const removal = { table: 'release_node', key: 'node_id', releaseId: 1, atATime: 200 };

    await removeInSteps(engine, { ...removal, whileOurs: () => sql`1 = 0` });
    expect(await left()).toBe(nodes + 3);
    queries.length = 0;
    await removeInSteps(engine, removal);
    const steps = queries.splice(0);
    expect(await left()).toBe(3);
    expect(steps).toHaveLength(nodes / 200 + 2);
    expect(steps.slice(1, 3).map(({ parameters }) => parameters.at(-1))).toEqual(['node 000199', 'node 000399']);

    await engine.insertRows([{ table: 'release_node', rows: rowsOf(1, nodes) }]);
    const plan = await explain(engine.writer, name, steps[1] as CompiledQuery);
    expect(plan.join('\n')).not.toMatch(/Seq Scan|SCAN release_node|\(release_id=\?\)$/mu);
  });
});
