import { deepStrictEqual } from 'node:assert/strict';
import type { Statement, Topic } from '../statement.ts';
import { catalogPath, expectRefusal, type Json, type World } from '../world.ts';

const catalogsPath = '/v2/pcm/catalogs';

async function get(world: World, path: string): Promise<Json> {
  const { status, body, text } = await world.rest('GET', path);
  deepStrictEqual(status, 200, text.slice(0, 500));
  return body;
}

/** The release that answers the shoppers of this store. */
async function shown(world: World): Promise<{ readonly path: string; readonly release: Json }> {
  const { data } = await get(world, catalogPath);
  const path = `${catalogsPath}/${data.attributes.catalog_id}/releases/${data.id}`;
  return { path, release: (await get(world, path)).data };
}

async function all(world: World, path: string): Promise<Json[]> {
  const found: Json[] = [];
  for (let offset = 0; ; offset += 100) {
    const { data, meta } = await get(world, `${path}?page[limit]=100&page[offset]=${offset}`);
    found.push(...data);
    if (found.length >= meta.results.total) return found;
  }
}

const sorted = (records: readonly Json[]) => records.map(({ id }) => id).sort();

const lists: readonly Statement[] = [
  {
    says: 'An administrator lists the catalogs, each with where its releases are.',
    async rest(world) {
      const { data } = await get(world, catalogsPath);
      for (const { relationships } of data) {
        const releases = await get(world, relationships.releases.links.related);
        deepStrictEqual(
          releases.data.map((one: Json) => one.type),
          ['catalog-release'],
        );
      }
    },
  },
  {
    says: 'An administrator lists the rules that choose a catalog, with all their criteria.',
    async rest(world) {
      const { data } = await get(world, `${catalogsPath}/rules?page[limit]=100`);
      const rule = data.find(({ attributes }: Json) => attributes.channels.length > 0);
      deepStrictEqual((await get(world, `${catalogsPath}/rules/${rule.id}`)).data, rule);
    },
  },
  {
    says: 'The release of this shopper is the latest one that was published of its catalog.',
    async rest(world) {
      const { path, release } = await shown(world);
      deepStrictEqual((await get(world, path.replace(/[^/]+$/, 'latestPublished'))).data, release);
    },
  },
  {
    says: 'A release counts its products, drafts included, and its nodes.',
    async rest(world) {
      const { release } = await shown(world);
      deepStrictEqual([release.meta.total_products, release.meta.total_nodes], [world.products.size, world.nodes.size]);
    },
  },
];

const contents: readonly Statement[] = [
  {
    says: 'A release lists all its products, drafts included, in the order of their identifiers.',
    async rest(world) {
      const products = await all(world, `${(await shown(world)).path}/products`);
      deepStrictEqual(
        products.map(({ id }) => id),
        [...world.products.keys()].sort(),
      );
    },
  },
  {
    says: 'A release lists all its nodes, in the order of their identifiers.',
    async rest(world) {
      const nodes = await all(world, `${(await shown(world)).path}/nodes`);
      deepStrictEqual(
        nodes.map(({ id }) => id),
        [...world.nodes.keys()].sort(),
      );
    },
  },
  {
    says: 'The hierarchies of a release lead to all of its live nodes.',
    async rest(world) {
      const { path } = await shown(world);
      const found: Json[] = [];
      for (const top of await all(world, `${path}/hierarchies`)) {
        found.push(top, ...(await all(world, `${path}/hierarchies/${top.id}/nodes`)));
      }
      const live = [...world.nodes.values()].filter(({ attributes }) => attributes.status !== 'draft');
      deepStrictEqual(sorted(found), sorted(live));
    },
  },
  {
    says: 'A product of a release shows all its children, drafts included.',
    async rest(world) {
      const { path } = await shown(world);
      const children = await all(world, `${path}/products/${world.ids.parent}/relationships/children`);
      const { data } = await get(world, `${path}/products/${world.ids.parent}`);
      const named = data.relationships.children.data.map(({ id }: Json) => id);
      deepStrictEqual(
        children.map(({ id }) => id),
        named.filter((id: string) => world.products.has(id)),
      );
    },
  },
  {
    says: 'Everything of a first release is new.',
    async rest(world) {
      const { release } = await shown(world);
      deepStrictEqual(release.meta.is_full_delta, true);
      const changes: Json[] = [];
      for (let path = release.relationships.delta.links.related; path !== null; ) {
        const { data, links } = await get(world, path);
        changes.push(...data);
        path = links.next;
      }
      deepStrictEqual(sorted(changes), [...world.products.keys()].sort());
    },
  },
];

const refused: readonly Statement[] = (['shopper', 'nobody'] as const).map((as) => ({
  says: `Releases are read by administrators: ${as === 'shopper' ? 'with a token that only reads the catalog they are 403' : 'without a token they are 401'}.`,
  async rest(world) {
    const status = as === 'shopper' ? 403 : 401;
    const title = as === 'shopper' ? 'Forbidden' : 'Unauthorized';
    for (const path of [catalogsPath, `${catalogsPath}/rules`, `${(await shown(world)).path}/products`]) {
      expectRefusal(await world.rest('GET', path, { as }), status, title);
    }
  },
}));

export const releases: Topic = {
  title: 'Releases',
  statements: [
    ...lists,
    ...contents,
    ...refused,
    {
      says: 'The release of another catalog is 404.',
      async rest(world) {
        const { path } = await shown(world);
        const other = (await get(world, catalogsPath)).data.find(({ id }: Json) => !path.includes(id));
        expectRefusal(
          await world.rest('GET', path.replace(/(?<=catalogs\/)[^/]+/, other.id)),
          404,
          'Not Found',
          /release/,
        );
      },
    },
    {
      says: 'A live node at the top is found by itself, and the nodes below it at any depth.',
      async rest(world) {
        const [top] = (await get(world, `${catalogPath}/hierarchies`)).data;
        deepStrictEqual((await get(world, `${catalogPath}/hierarchies/${top.id}`)).data, top);
        const below = await all(world, `${catalogPath}/hierarchies/${top.id}/nodes`);
        const children = await all(world, `${catalogPath}/hierarchies/${top.id}/children`);
        const ids = new Set(below.map(({ id }) => id));
        deepStrictEqual(
          children.filter(({ id }) => !ids.has(id)),
          [],
        );
      },
    },
  ],
};
