/** A platform with more products than offsets reach, and without files: they are found by their nodes and their parents. */
import { rm } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { DomainError } from '../../src/domain/errors.ts';
import type { Platform } from '../../src/mirror/platform-reader.ts';
import { openSqlite } from '../../src/storage/engines/sqlite-engine.ts';
import { createStores } from '../../src/storage/open-stores.ts';
import { copySqlite } from '../support/copied-databases.ts';
import { syncStores } from '../support/mirrored.ts';

const parents = 52;
const childrenEach = 200;
const total = parents * (childrenEach + 1);

const nodes = ['shoes', 'hats'].map((id) => ({ id, type: 'node', attributes: { name: id } }));
const parentId = (index: number) => `parent-${index}`;
const children = (index: number) => Array.from({ length: childrenEach }, (_, at) => `child-${index}-${at}`);

const parent = (index: number) => ({
  id: parentId(index),
  type: 'product',
  attributes: { name: `Parent ${index}`, status: 'live', base_product: true },
  meta: { bread_crumb_nodes: [nodes[index % 2]?.id] },
});
const child = (index: number, id: string) => ({
  id,
  type: 'product',
  attributes: { name: id, status: 'live', base_product_id: parentId(index) },
});
const indices = Array.from({ length: parents }, (_, index) => index);
// Children first: the parents are where no offset leads.
const products = [...indices.flatMap((index) => children(index).map((id) => child(index, id))), ...indices.map(parent)];

const release = {
  id: 'r',
  type: 'catalog-release',
  attributes: { published_at: '2026-01-01T00:00:00Z' },
  meta: { total_products: total, release_status: 'PUBLISHED' },
};

function listOf(path: string): readonly object[] {
  const [, of = '', id = '', relation = ''] =
    /releases\/r\/(\w+)(?:\/([^/]+)\/relationships\/(\w+))?$/.exec(path) ?? [];
  if (of === 'nodes' && relation === 'products') {
    return indices.filter((index) => nodes[index % 2]?.id === id).map(parent);
  }
  if (of === 'products' && relation === 'children') {
    const index = Number(id.split('-')[1]);
    return children(index).map((childId) => child(index, childId));
  }
  return of === 'products' ? products : of === 'nodes' ? nodes : [];
}

/** `hidden`: how many products no list shows. */
function platformHiding(hidden: number): Platform {
  return {
    async get(target) {
      const [path = '', query = ''] = target.split('?');
      if (path.endsWith('/latestPublished')) return { body: { data: release } };
      const parameters = new URLSearchParams(query);
      const [limit, offset] = [Number(parameters.get('page[limit]')), Number(parameters.get('page[offset]'))];
      if (offset > 10_000) throw new DomainError('VALIDATION_FAILED', 'The offset is too large.');
      const list = path.endsWith('/catalogs')
        ? [{ id: 'c', type: 'catalog', attributes: { name: 'C' } }]
        : path.endsWith('/releases')
          ? [release]
          : listOf(path).filter((one) => !('id' in one && one.id === `child-51-${childrenEach - hidden}`));
      return { body: { data: list.slice(offset, offset + limit), meta: { results: { total: list.length } } } };
    },
  };
}

async function copy(platform: Platform): Promise<number> {
  const directory = await copySqlite('tables');
  const engine = openSqlite({ directory });
  const stores = createStores(engine);
  try {
    await syncStores(stores, platform);
    return (await stores.catalogs.getDirectory()).catalogs[0]?.currentRelease?.productCount ?? 0;
  } finally {
    await engine.close();
    await rm(directory, { recursive: true });
  }
}

it('all of them are copied', async () => expect(await copy(platformHiding(0))).toBe(total));

/** Whose releases do not say how many products they have: `meta.total_products` is not required. */
function uncounted(platform: Platform, change: (path: string, body: Answer) => void = () => undefined): Platform {
  return {
    async get(path) {
      const body = structuredClone((await platform.get(path)).body) as Answer;
      for (const one of [body.data].flat()) if (one.type === 'catalog-release') one.meta = {};
      change(path, body);
      return { body };
    },
  };
}

interface Answer {
  data: { type: string; meta?: object } | { type: string; meta?: object }[];
  meta?: object;
}

it('all of them are copied where their list alone counts them', async () =>
  expect(await copy(uncounted(platformHiding(0)))).toBe(total));

it('all of them are copied where their list counts no further than it reads', async () => {
  const counting = uncounted(platformHiding(0), (path, body) => {
    const offset = Number(new URLSearchParams(path.split('?')[1]).get('page[offset]'));
    body.meta = { results: { total: offset + [body.data].flat().length, total_method: 'observed' } };
  });
  expect(await copy(counting)).toBe(total);
});

it('a part of them is not shown where their list alone counts them', async () => {
  const cutting = uncounted(platformHiding(0), (path, body) => {
    if (/releases\/r\/products\?/.test(path)) body.data = [body.data].flat().slice(0, 10);
    if (path.includes('/relationships/')) body.data = [];
  });
  await expect(copy(cutting)).rejects.toThrow(`/products has ${total}, and `);
});

it('one that nothing leads to is missed, and said', async () => {
  await expect(copy(platformHiding(1))).rejects.toThrow(`has ${total} products, and ${total - 1} of them were found`);
});
