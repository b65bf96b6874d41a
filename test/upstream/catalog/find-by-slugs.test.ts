import { expect, it } from 'vitest';
import type { NodeResource } from '../../../src/contract/node.ts';
import { findBySlugs } from '../../../src/upstream/catalog/find-by-slugs.ts';

function node(
  id: string,
  slug: string,
  more: { readonly parent?: string; readonly hierarchy?: string; readonly day?: number; readonly draft?: true } = {},
): NodeResource {
  const { parent, hierarchy, day = 1, draft } = more;
  return {
    id,
    type: 'node',
    attributes: { name: id, slug, updated_at: `2026-01-0${day}T00:00:00Z`, ...(draft && { status: 'draft' as const }) },
    ...(parent && { relationships: { parent: { data: { id: parent, type: 'node' } } } }),
    ...(hierarchy && { relationships: { hierarchy: { data: { id: hierarchy, type: 'hierarchy' } } } }),
  };
}

const nodes = [
  node('deep', 'jackets', { parent: 'women', day: 9 }),
  node('women', 'women', { parent: 'clothing' }),
  node('clothing', 'clothing'),
  node('older', 'jackets', { parent: 'clothing' }),
  node('newer', 'jackets', { parent: 'clothing', day: 2 }),
  node('hidden', 'sale', { draft: true }),
  node('planned', 'planned', { parent: 'hidden', day: 9 }),
  node('planned as well', 'women', { parent: 'hidden', day: 9 }),
  node('below planned', 'clothing', { parent: 'not shown', day: 9 }),
  node('at the top', 'hats', { hierarchy: 'not among them', day: 1 }),
  node('lower', 'hats', { parent: 'clothing', day: 9 }),
  node('two below a draft', 'only', { parent: 'planned' }),
  node('one below a draft', 'only', { parent: 'not shown', day: 1 }),
  node('one', 'loop', { parent: 'two' }),
  node('two', 'pool', { parent: 'one' }),
];

it.each([
  [['clothing'], 'clothing'],
  [['jackets'], 'newer'],
  [['jackets', 'clothing'], 'newer'],
  [['jackets', 'women'], 'deep'],
  [['jackets', 'women', 'clothing'], 'deep'],
  [['jackets', 'men'], null],
  [['sale'], null],
  [['planned'], 'planned'],
  [['planned', 'sale'], null],
  [['women'], 'women'],
  [['hats'], 'at the top'],
  [['only'], 'one below a draft'],
  [['loop', 'pool', 'loop'], 'one'],
])('%j, the lowest first, means %j', (path, id) => {
  expect(findBySlugs(nodes, [path])).toEqual([id === null ? null : expect.objectContaining({ id })]);
});
