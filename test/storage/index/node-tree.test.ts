import { expect, it } from 'vitest';
import { createTree } from '../../../src/storage/index/node-tree.ts';

const nodeBelow = (parentId: string | null) => ({ parentId, slug: null, isLive: true });

it('tells the nodes and those above them once each, and an id that names none', () => {
  const places = new Map([
    ['root', nodeBelow(null)],
    ['a', nodeBelow('root')],
    ['b', nodeBelow('root')],
    ['lost', nodeBelow('nowhere')],
    ['round', nodeBelow('round')],
  ]);
  const { withAbove } = createTree(places);
  expect([...withAbove(['a', 'b', 'lost', 'round', 'unknown'])]).toEqual([
    'a',
    'root',
    'b',
    'lost',
    'round',
    'unknown',
  ]);
});

it('looks at each node of a deep tree once for a product that is in all of them', () => {
  const ids = Array.from({ length: 1000 }, (_, depth) => `n${depth}`);
  let looked = 0;
  class Counting extends Map<string, ReturnType<typeof nodeBelow>> {
    override get(id: string) {
      looked += 1;
      return super.get(id);
    }
  }
  const { withAbove } = createTree(new Counting(ids.map((id, depth) => [id, nodeBelow(ids[depth - 1] ?? null)])));
  expect([...withAbove(ids)].sort()).toEqual(ids.toSorted());
  expect(looked).toBeLessThanOrEqual(ids.length);
});
