import type { CompiledQuery, LogEvent } from 'kysely';
import { expect, it, onTestFinished } from 'vitest';
import { sortKeyOf } from '../../src/domain/paging/sort-key.ts';
import type { Engine } from '../../src/storage/engines/engine.ts';
import { createStores } from '../../src/storage/open-stores.ts';
import { describeEachEngine } from '../support/engines.ts';
import { explain } from '../support/explain.ts';
import { someContext, writingContext } from '../support/request-contexts.ts';

const publishedAt = '2026-01-01T00:00:00.000Z';

function nodeBelow(parentId: string | null, id: string) {
  const parent = { data: parentId === null ? null : { id: parentId, type: 'node' } };
  const attributes = { name: id, slug: id, status: 'live', updated_at: publishedAt };
  const document = JSON.stringify({ id, type: 'node', attributes, relationships: { parent } });
  return { id, sortKey: sortKeyOf(publishedAt, id), digest: id, document, position: 0, addedMembers: null };
}

describeEachEngine('the nodes below one', (open, name) => {
  it('are found from one to those below it, and no other node of the release is looked at', async () => {
    const queries: CompiledQuery[] = [];
    const { engine, drop } = await open({ log: ({ query }: LogEvent) => void queries.push(query) });
    onTestFinished(drop);
    const { releases, nodes } = createStores(engine);
    const releaseId = await releases.begin('catalog', publishedAt);
    const others = Array.from({ length: 50 }, (_, index) => nodeBelow(null, `other ${index}`));
    const chain = Array.from({ length: 20 }, (_, depth) =>
      nodeBelow(depth === 0 ? 'root' : `n${depth - 1}`, `n${depth}`),
    );
    await releases.addNodes(releaseId, [nodeBelow(null, 'root'), ...others, ...chain]);
    await releases.seal(releaseId, { languages: [], languageCounts: null, digest: '' });

    queries.length = 0;
    const query = { releaseId, ids: null, parentId: 'root', limit: 5, offset: 0, language: null };
    const deep = await nodes.listDocuments(writingContext(), { ...query, isDeep: true });
    expect([deep.total, deep.documents.length]).toEqual([20, 5]);
    expect((await nodes.listDocuments(writingContext(), query)).total).toBe(1);
    if (name !== 'sqlite') return;
    const { sql: text = '', parameters = [] } = queries.find((one) => one.sql.includes('recursive below')) ?? {};
    // The function that ends a walk in time is there in the thread of walks alone.
    const walk = { sql: text.replaceAll(/within_time\(\S+\) and /g, ''), parameters };
    const steps = (await explain(engine.reader, name, walk)).filter((step) => step.includes(' child '));
    expect(steps.length).toBeGreaterThan(0);
    for (const step of steps) expect(step).toContain('(release_id=? AND parent_id=?)');
  });
});

describeEachEngine('nodes by their slugs', (open) => {
  it('are looked for beside all requests where paths are many: each looks at every node of its last slug', async () => {
    const { engine, drop } = await open();
    onTestFinished(drop);
    let walks = 0;
    const counting: Engine = {
      ...engine,
      ofRelease: () => counting,
      walk: (query, requestContext) => {
        walks += 1;
        return engine.walk(query, requestContext);
      },
    };
    const { releases, nodes } = createStores(counting);
    const releaseId = await releases.begin('catalog', publishedAt);
    await releases.addNodes(releaseId, [
      ...[nodeBelow(null, 'x'), nodeBelow('x', 'sale'), nodeBelow(null, 'y')],
      ...Array.from({ length: 20 }, (_, at) => ({ ...nodeBelow('y', `sale ${at}`), document: saleBelow('y', at) })),
    ]);
    await releases.seal(releaseId, { languages: [], languageCounts: null, digest: '' });
    const find = async (paths: readonly (readonly string[])[]) =>
      (await nodes.findBySlugs(someContext(), releaseId, paths)).map((node) => node?.id ?? null);
    const others = Array.from({ length: 20 }, (_, at) => ['sale', `other ${at}`]);

    expect(await find([['sale', 'x'], ['y']])).toEqual(['sale', 'y']);
    expect(await find(others.map(([slug = '']) => [slug]))).toHaveLength(20);
    expect(walks).toBe(0);
    expect(await find([...others, ['sale', 'x'], ['y']])).toEqual([...others.map(() => null), 'sale', 'y']);
    expect(walks).toBe(1);
  });
});

describeEachEngine('nodes below a draft', (open) => {
  it('have their slugs only where no node has them that menus lead to', async () => {
    const { engine, drop } = await open();
    onTestFinished(drop);
    const { releases, nodes } = createStores(engine);
    const releaseId = await releases.begin('catalog', publishedAt);
    const called = (slug: string, node: ReturnType<typeof nodeBelow>, status = 'live') => {
      const { attributes, ...record } = JSON.parse(node.document);
      return { ...node, document: JSON.stringify({ ...record, attributes: { ...attributes, slug, status } }) };
    };
    await releases.addNodes(releaseId, [
      ...[nodeBelow(null, 'shop'), nodeBelow('shop', 'shoes'), called('sale', nodeBelow('shoes', 'shown'))],
      called('plan', nodeBelow(null, 'plan'), 'draft'),
      ...[called('sale', nodeBelow('plan', 'planned')), nodeBelow('plan', 'hats')],
      called('hats', nodeBelow('planned', 'deeper')),
      ...[
        called('only', nodeBelow('planned', 'two below a draft')),
        called('rest', nodeBelow('shoes', 'rest'), 'draft'),
      ],
      called('only', nodeBelow('rest', 'one below a draft')),
    ]);
    await releases.seal(releaseId, { languages: [], languageCounts: null, digest: '' });
    const found = await nodes.findBySlugs(someContext(), releaseId, [['sale'], ['hats'], ['plan'], ['only']]);
    expect(found.map((node) => node?.id ?? null)).toEqual(['shown', 'hats', null, 'one below a draft']);
  });
});

function saleBelow(parentId: string, at: number): string {
  const node = JSON.parse(nodeBelow(parentId, `sale ${at}`).document);
  return JSON.stringify({ ...node, attributes: { ...node.attributes, slug: 'sale' } });
}
