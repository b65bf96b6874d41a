/** A platform that keeps hierarchies apart: no list of nodes shows them, and what is below them has paths of its own. */
import { expect, it } from 'vitest';
import { DomainError } from '../../../src/domain/errors.ts';
import { createUpstreamNodes } from '../../../src/upstream/catalog/nodes.ts';
import { platformPaths } from '../../../src/upstream/dialect/paths.ts';
import type { Platform } from '../../../src/upstream/platform.ts';
import { someContext } from '../../support/request-contexts.ts';

const hierarchy = { id: 'top', type: 'hierarchy', attributes: { name: 'Top', slug: 'top' } };
const node = (id: string, parent: string | null) => ({
  ...{ id, type: 'node', attributes: { name: id, slug: id } },
  relationships: {
    hierarchy: { data: { id: 'top', type: 'hierarchy' } },
    ...(parent && { parent: { data: { id: parent, type: 'node' } } }),
  },
});
const [shoes, boots] = [node('shoes', null), node('boots', 'shoes')];
const lists: Record<string, readonly { readonly id: string }[]> = {
  '/catalog/hierarchies': [hierarchy],
  '/catalog/hierarchies/top/children': [shoes],
  '/catalog/hierarchies/top/nodes': [shoes, boots],
  '/catalog/nodes': [shoes, boots],
  '/catalog/nodes/shoes/relationships/children': [boots],
};

const requested: string[] = [];
const platform = {
  paths: platformPaths('elasticpath'),
  client: {
    async get(_: unknown, target: string) {
      const { pathname, searchParams } = new URL(target, 'https://platform.example');
      requested.push(pathname);
      const ids = /^in\(id,(.*)\)$/.exec(searchParams.get('filter') ?? '')?.[1]?.split(',');
      const list = lists[pathname]?.filter(({ id }) => !ids || ids.includes(id));
      if (!list) throw new DomainError('NOT_FOUND', pathname);
      const offset = Number(searchParams.get('page[offset]'));
      const data = list.slice(offset, offset + Number(searchParams.get('page[limit]')));
      return { status: 200, body: { data, meta: { results: { total: list.length } } } };
    },
  },
} as unknown as Platform;

const requestContext = {} as never;
const selecting = { select: async () => ({ release: { id: 'r' } }) as never };
const nodes = createUpstreamNodes({ platform, requestContext, selecting });

async function documents(query: object) {
  const whole = { releaseId: 'r', ids: null, language: null, limit: 10, offset: 0 };
  const found = await nodes.listDocuments(requestContext, { ...whole, ...query });
  return { ids: found.documents.map((text) => JSON.parse(String(text)).id), total: found.total };
}

it.each([
  ['the top', { parentId: '' }, ['top']],
  ['what is right below a hierarchy', { parentId: 'top' }, ['shoes']],
  ['what is below a hierarchy at any depth', { parentId: 'top', isDeep: true }, ['shoes', 'boots']],
  ['what is below a node', { parentId: 'shoes' }, ['boots']],
  ['a hierarchy by its id', { ids: ['top'] }, ['top']],
  ['hierarchies after the nodes that are named with them', { ids: ['top', 'boots'] }, ['boots', 'top']],
])('shows %s', async (_, query, ids) => {
  expect(await documents(query)).toEqual({ ids, total: ids.length });
});

it('pages through nodes and hierarchies that are named together', async () => {
  const ids = ['top', 'boots', 'shoes'];
  const pages = await Promise.all([0, 1, 2, 3].map((offset) => documents({ ids, offset, limit: 1 })));
  expect(pages.flatMap((page) => page.ids)).toEqual(['shoes', 'boots', 'top']);
});

it('finds hierarchies by their ids, as parents of nodes, and by slugs', async () => {
  expect([...(await nodes.getMany('r', ['top', 'boots'])).keys()].sort()).toEqual(['boots', 'top']);
  expect((await nodes.getMany('r', ['shoes'])).get('shoes')?.parentId).toBe('top');
  const found = await nodes.findBySlugs(someContext(), 'r', [['boots', 'shoes', 'top'], ['top']]);
  expect(found.map((one) => one?.id)).toEqual(['boots', 'top']);
});

it('looks at hierarchies only where a node is missing', async () => {
  requested.length = 0;
  await nodes.getMany('r', ['shoes', 'boots']);
  await documents({ ids: ['boots'] });
  expect(requested).toEqual(['/catalog/nodes', '/catalog/nodes']);
});

it('still says that there is no such parent', async () => {
  await expect(documents({ parentId: 'nobody' })).rejects.toMatchObject({ code: 'NOT_FOUND' });
});
