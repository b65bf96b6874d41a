import { deepStrictEqual } from 'node:assert/strict';
import type { Statement, Topic } from '../statement.ts';
import { catalogPath, expectRefusal, type Json, memberAt, type World } from '../world.ts';

const someIds = (world: World) => [...world.nodes.keys()].slice(0, 4);
const list = (world: World, ids: readonly string[]) =>
  world.rest('GET', `${catalogPath}/nodes?page[limit]=100&filter=in(id,${ids.join(',')})`);
const graph = (world: World, ids: readonly string[], fields = 'resourceId') =>
  world.ask(`query($ids: [ID!]!) { catalogNodes(filter: { id: { in: $ids } }) { nodes { ${fields} } } }`, { ids });

function inOrder(world: World, ids: readonly string[]): string[] {
  const updated = (id: string) => world.nodes.get(id)?.attributes.updated_at ?? '';
  return ids.toSorted((a, b) => (updated(a) === updated(b) ? (a < b ? -1 : 1) : updated(a) < updated(b) ? 1 : -1));
}

const members: [string, string, string, (value: Json) => Json][] = [
  ['has a name', 'attributes.name', 'name', (value) => value],
  ['has a description', 'attributes.description', 'description', (value) => value ?? null],
  ['has a slug', 'attributes.slug', 'slug', (value) => value ?? null],
  ['says when it was created', 'attributes.created_at', 'createdAt', (value) => value ?? null],
  ['says when it was updated', 'attributes.updated_at', 'updatedAt', (value) => value ?? null],
  [
    'names its parent',
    'relationships.parent.data.id',
    'parent { resourceId }',
    (value) => (value ? { resourceId: value } : null),
  ],
];

const fields: Statement[] = members.map(([says, path, field, toGraph]) => ({
  says: `A node ${says} (\`${path}\`).`,
  async rest(world) {
    const { body } = await list(world, someIds(world));
    for (const one of body.data) deepStrictEqual(memberAt(one, path), memberAt(world.nodes.get(one.id), path), one.id);
  },
  async graphql(world) {
    const { data, shown } = await graph(world, someIds(world), `id: resourceId value: ${field}`);
    for (const { id, value } of data.catalogNodes.nodes) {
      deepStrictEqual(value, toGraph(memberAt(world.nodes.get(id), path)), shown);
    }
  },
}));

export const nodes: Topic = {
  title: 'Nodes',
  statements: [
    ...fields,
    {
      says: 'Nodes are found by `in(id,…)`, in any order of the identifiers, and come in the order of their last update.',
      async rest(world) {
        const { body } = await list(world, someIds(world).toReversed());
        deepStrictEqual(
          body.data.map(({ id }: Json) => id),
          inOrder(world, someIds(world)),
        );
      },
      async graphql(world) {
        const { data } = await graph(world, someIds(world).toReversed());
        deepStrictEqual(
          data.catalogNodes.nodes.map(({ resourceId }: Json) => resourceId),
          inOrder(world, someIds(world)),
        );
      },
    },
    {
      says: 'Any number of identifiers may be named.',
      async rest(world) {
        const { status, body } = await list(world, [
          ...someIds(world),
          ...Array.from({ length: 300 }, (_, at) => `none-${at}`),
        ]);
        deepStrictEqual([status, body.data.length], [200, someIds(world).length]);
      },
      async graphql(world) {
        const { data } = await graph(world, [
          ...someIds(world),
          ...Array.from({ length: 3000 }, (_, at) => `none-${at}`),
        ]);
        deepStrictEqual(data.catalogNodes.nodes.length, someIds(world).length);
      },
    },
    {
      says: 'An identifier that names no node is left out.',
      rest: async (world) => deepStrictEqual((await list(world, ['no-such-node'])).body.data, []),
      graphql: async (world) => deepStrictEqual((await graph(world, ['no-such-node'])).data.catalogNodes.nodes, []),
    },
    {
      says: 'An unknown node by itself is 404.',
      rest: async (world) =>
        expectRefusal(await world.rest('GET', `${catalogPath}/nodes/no-such-node`), 404, 'Not Found'),
    },
    {
      says: 'A filter of nodes other than `in(id,…)` is refused (400).',
      rest: async (world) =>
        expectRefusal(await world.rest('GET', `${catalogPath}/nodes?filter=eq(name,a)`), 400, 'Bad Request'),
    },
  ],
};
