/** A platform that keeps hierarchies apart from the nodes below them, and lists fewer nodes than there are. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { DomainError } from '../../src/domain/errors.ts';
import { createPlatformReader } from '../../src/mirror/platform-reader.ts';
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
  '/r/hierarchies': [{ ...node('top'), type: 'hierarchy' }],
  '/r/hierarchies/top/children': [node('listed')],
  '/r/products': [],
  '/r/nodes/listed/relationships/products': [product('a')],
  '/r/nodes/below/relationships/products': [],
  '/r/nodes/deepest/relationships/products': [product('b')],
  '/r/hierarchies/top/products': [product('a'), product('c')],
};

const platform = {
  async get(target: string) {
    const { pathname, searchParams } = new URL(target, 'https://platform.example');
    const list = lists[pathname];
    if (!list) throw new DomainError('NOT_FOUND', pathname);
    const total = pathname === '/r/nodes' ? 3 : list.length;
    return { body: { data: list.slice(Number(searchParams.get('page[offset]'))), meta: { results: { total } } } };
  },
};

it('hierarchies and nodes are read at their own paths, and so are their products', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'gateway-nodes-'));
  const file = await createRecordFile(join(directory, 'records'), 'c');
  onTestFinished(() => file.close().then(() => rm(directory, { recursive: true })));
  const { signal } = new AbortController();
  const reader = createPlatformReader(platform, {
    ...{ signal, dialect: 'elasticpath' },
    platformUrl: 'https://platform.example',
  });
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
