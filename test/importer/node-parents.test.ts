import { expect, it } from 'vitest';
import { type NodeResource, parentNodeIdOf } from '../../src/contract/node.ts';
import { withNamedParents } from '../../src/importer/node-parents.ts';

const reference = (id: string) => ({ id, type: 'node' as const });

function node(id: string, children: readonly string[], parent: string | null = null): NodeResource {
  const named = parent === null ? {} : { parent: { data: reference(parent) } };
  return {
    ...{ id, type: 'node', attributes: { name: id } },
    relationships: { ...named, children: { data: children.map(reference) } },
  } as NodeResource;
}

const parentsOf = (nodes: readonly NodeResource[]) => withNamedParents(nodes).map(parentNodeIdOf);

it('a node that names no parent gets the first one that names it', () => {
  expect(parentsOf([node('a', ['c']), node('b', ['c']), node('c', [])])).toEqual([null, null, 'a']);
});

it('a parent that a node names counts, whichever others name it', () => {
  expect(parentsOf([node('a', ['c']), node('b', []), node('c', [], 'b')])).toEqual([null, null, 'b']);
});

it('no node gets a parent that is itself or stands below it', () => {
  expect(parentsOf([node('a', ['a', 'b']), node('b', ['c']), node('c', ['a'])])).toEqual([null, 'a', 'b']);
});

it('nodes whose parents lead in a circle stay as they are', () => {
  expect(parentsOf([node('a', ['c'], 'b'), node('b', [], 'a'), node('c', ['a'])])).toEqual(['b', 'a', 'a']);
});

it.each(['downwards', 'upwards'])('a chain of a hundred thousand nodes that are named %s gets its parents', (order) => {
  const ids = Array.from({ length: 100_000 }, (_, index) => `n${index}`);
  const chain = ids.map((id, index) => node(id, ids.slice(index + 1, index + 2)));
  const parents = parentsOf(order === 'downwards' ? chain : chain.toReversed());
  expect(parents.filter((parent) => parent === null)).toHaveLength(1);
});
