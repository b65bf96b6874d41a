/** A platform that keeps hierarchies apart from the nodes below them, and lists fewer nodes than there are. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { DomainError } from '../../src/domain/errors.ts';
import { createPlatformReader, type Platform } from '../../src/mirror/platform-reader.ts';
import { readNodes } from '../../src/mirror/read-nodes.ts';
import { walkProducts } from '../../src/mirror/read-products.ts';
import { createRecordFile } from '../../src/mirror/record-file.ts';

const node = (id: string) => ({ id, type: 'node', attributes: { name: id } });
const product = (id: string) => ({ id, type: 'product', attributes: { name: id, status: 'live' } });
const lists: Record<string, object[]> = {
  '/r/nodes': [node('listed')],
  '/r/nodes/listed/relationships/children': [node('below')],
  '/r/nodes/below/relationships/children': [node('deepest')],
  '/r/nodes/deepest/relationships/children': [],
  // Listed among the nodes as well, it is read as one of them.
  '/r/hierarchies': [{ ...node('top'), type: 'hierarchy' }, node('listed')],
  '/r/hierarchies/top/children': [node('listed')],
  '/r/products': [],
  '/r/nodes/listed/relationships/products': [product('a')],
  '/r/nodes/below/relationships/products': [],
  '/r/nodes/deepest/relationships/products': [product('b')],
  '/r/hierarchies/top/products': [product('a'), product('c')],
};

const platform: Platform = {
  async get(target) {
    const { pathname, searchParams } = new URL(target, 'https://platform.example');
    const list = lists[pathname];
    if (!list) throw new DomainError('NOT_FOUND', pathname);
    const total = pathname === '/r/nodes' ? 3 : list.length;
    return { body: { data: list.slice(Number(searchParams.get('page[offset]'))), meta: { results: { total } } } };
  },
};

async function open(from: Platform) {
  const directory = await mkdtemp(join(tmpdir(), 'gateway-nodes-'));
  const file = await createRecordFile(join(directory, 'records'), 'c');
  onTestFinished(() => file.close().then(() => rm(directory, { recursive: true })));
  const { signal } = new AbortController();
  const reader = createPlatformReader(from, {
    ...{ signal, dialect: 'elasticpath' },
    platformUrl: 'https://platform.example',
  });
  return { reader, file };
}

it('hierarchies and nodes are read at their own paths, and so are their products', async () => {
  const { reader, file } = await open(platform);
  const nodes = await readNodes(reader, '/r', file);
  expect([...nodes]).toEqual([
    ['listed', 'nodes'],
    ['top', 'hierarchies'],
    ['below', 'nodes'],
    ['deepest', 'nodes'],
  ]);
  await walkProducts({ reader, release: '/r', file }, nodes);
  expect(['a', 'b', 'c'].filter((id) => file.has(id))).toEqual(['a', 'b', 'c']);
});

it.each([
  ['says so', { attributes: { base_product: true } }],
  ['has it among its types', { meta: { product_types: ['parent'] } }],
])('children are found below a parent that %s', async (_, members) => {
  const shown: Record<string, object[]> = {
    '/r/products': [{ id: 'p', type: 'product', ...members }],
    '/r/products/p/relationships/children': [product('child')],
  };
  const { reader, file } = await open({
    get: async (target) => ({ body: { data: shown[target.split('?')[0] ?? ''] ?? [] } }),
  });
  await walkProducts({ reader, release: '/r', file }, new Map());
  expect(file.has('child')).toBe(true);
});

/** A list that begins one earlier when its second page is read: the last node of the first page comes again, and the last of all never. */
function shifting(childrenOfTop: object[]): Platform {
  const ids = Array.from({ length: 120 }, (_, index) => `n${index}`);
  return {
    async get(target) {
      const { pathname, searchParams } = new URL(target, 'https://platform.example');
      const offset = Number(searchParams.get('page[offset]'));
      const page = ids.slice(Math.max(0, offset - 1), offset === 0 ? 100 : 119).map(node);
      if (pathname === '/r/nodes') return { body: { data: page, meta: { results: { total: 120 } } } };
      return { body: { data: pathname === '/r/nodes/n0/relationships/children' ? childrenOfTop : [] } };
    },
  };
}

it('a node that another one came twice for is found below its parent', async () => {
  const { reader, file } = await open(shifting([node('n119')]));
  expect([...(await readNodes(reader, '/r', file)).keys()]).toContain('n119');
});

it('fewer nodes than the platform counts are none that can be shown', async () => {
  const { reader, file } = await open(shifting([]));
  await expect(readNodes(reader, '/r', file)).rejects.toThrow(/\/r\/nodes has 120, and 119 of them were found\.$/);
});

it('fewer hierarchies than the platform counts are none that can be shown', async () => {
  const { reader, file } = await open({
    async get(target) {
      if (!target.startsWith('/r/hierarchies?')) return platform.get(target);
      const { data } = (await platform.get(target)).body as { data: object[] };
      return { body: { data, meta: { results: { total: 3 } } } };
    },
  });
  await expect(readNodes(reader, '/r', file)).rejects.toThrow(/\/r\/hierarchies has 3, and 2 of them were found\.$/);
});

it('where hierarchies are nodes, the platform need not list them', async () => {
  const { reader, file } = await open({
    async get(target) {
      if (!target.startsWith('/r/hierarchies?')) return platform.get(target);
      throw new DomainError('NOT_FOUND', 'Not Found', [], { details: ['Not Found'] });
    },
  });
  expect([...(await readNodes(reader, '/r', file)).keys()]).toEqual(['listed', 'below', 'deepest']);
});

it('hierarchies that are gone after their first page are no end of their list', async () => {
  const { reader, file } = await open({
    async get(target) {
      if (!target.startsWith('/r/hierarchies?')) return platform.get(target);
      if (target.endsWith('=0')) return { body: { data: [node('top')], meta: { results: { total: 2 } } } };
      throw new DomainError('NOT_FOUND', 'Not Found', [], { details: ['Not Found'] });
    },
  });
  await expect(readNodes(reader, '/r', file)).rejects.toThrow('Not Found');
});

it('all nodes are read, and no children of theirs, where the platform counts no further than it reads', async () => {
  const all = Array.from({ length: 250 }, (_, index) => node(`n${index}`));
  const { reader, file } = await open({
    async get(target) {
      const { pathname, searchParams } = new URL(target, 'https://platform.example');
      const offset = Number(searchParams.get('page[offset]'));
      if (pathname.endsWith('/children')) throw new DomainError('NOT_FOUND', pathname);
      const data = pathname === '/r/nodes' ? all.slice(offset, offset + 100) : [];
      return { body: { data, meta: { results: { total: offset + data.length, total_method: 'observed' } } } };
    },
  });
  expect([...(await readNodes(reader, '/r', file)).keys()]).toEqual(all.map(({ id }) => id));
});

it('what a page counted holds where a later one is empty and counts nothing', async () => {
  const { reader, file } = await open({
    async get(target) {
      const isFirst = target.includes('/r/nodes?') && target.endsWith('=0');
      return { body: isFirst ? { data: [node('listed')], meta: { results: { total: 2 } } } : { data: [] } };
    },
  });
  const refusal = "The platform's list /r/nodes has 2, and 1 of them were found.";
  await expect(readNodes(reader, '/r', file)).rejects.toThrow(refusal);
});

it('a node whose id no URL can have does not end it', async () => {
  const { reader, file } = await open({
    get: async (target) => ({
      body: target.startsWith('/r/nodes?') ? { data: [node('\ud800')], meta: { results: { total: 2 } } } : { data: [] },
    }),
  });
  await expect(readNodes(reader, '/r', file)).rejects.toThrow('/r/nodes has 2, and 1 of them were found.');
});
