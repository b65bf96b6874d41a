/** What may look at more rows than a page shows runs where it can be ended, and everything that can do so is ended. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { demoIds } from '../../../src/demo/demo-ids.ts';
import { loadDemo } from '../../../src/demo/load-demo.ts';
import { DomainError } from '../../../src/domain/errors.ts';
import { canonicalFilter } from '../../../src/domain/filter/canonical-filter.ts';
import type { Condition, FilterAttribute } from '../../../src/domain/filter/filter.ts';
import type { Stores } from '../../../src/domain/ports.ts';
import { openSqlite } from '../../../src/storage/engines/sqlite-engine.ts';
import { walksRows } from '../../../src/storage/lists/walks-rows.ts';
import { migrate } from '../../../src/storage/migrate.ts';
import { createStores } from '../../../src/storage/open-stores.ts';
import { writingContext } from '../../support/request-contexts.ts';

/** Of the demo store: an index finds what is not there without walking a row. */
const held: Readonly<Record<FilterAttribute, string>> = {
  id: demoIds.products.standard,
  name: 'Alpine Kettle',
  sku: 'ALPINE-KETTLE',
  slug: 'alpine-kettle',
  mpn: 'CS-2659186',
  upc_ean: '2744398574870',
  product_types: 'child',
  tags: 'bestseller',
};

const one = (attribute: FilterAttribute): Condition => ({ attribute, operator: 'eq', values: [held[attribute]] });
const some = (attribute: FilterAttribute, count = 2): Condition => {
  const others = Array.from({ length: count - 1 }, (_, index) => `nothing ${index}`);
  return { attribute, operator: 'in', values: [held[attribute], ...others] };
};

interface Case {
  readonly filter: readonly Condition[];
  readonly isOfParent?: boolean;
  readonly skip?: number;
  readonly withTotal?: boolean;
}

const bounded: Record<string, Case> = {
  'a page of all products': { filter: [] },
  'a page of children with its total': { filter: [], isOfParent: true, withTotal: true },
  'a page by offset, near the start': { filter: [], skip: 100, withTotal: true },
  'all products of a tag': { filter: [one('tags')] },
  'a product by its id, with its total': { filter: [one('id')], withTotal: true },
  'products by their skus, whatever else they must be': { filter: [some('sku', 100), some('tags')], withTotal: true },
  'children by their slugs': { filter: [some('slug')], isOfParent: true, withTotal: true },
};

const walking: Record<string, Case> = {
  'a page by offset, further on': { filter: [], skip: 101 },
  'the total of a tag': { filter: [one('tags')], withTotal: true },
  'products of several tags': { filter: [some('tags')] },
  'products of a tag and a type': { filter: [one('tags'), one('product_types')] },
  'products of several tags and types, with their total': {
    filter: [some('tags'), some('product_types')],
    withTotal: true,
  },
  'products of a name, which any number may have': { filter: [one('name')] },
  'products of a name in another language': { filter: [{ ...one('name'), language: 'de' }] },
  'products of a tag and a name in another language': { filter: [one('tags'), { ...one('name'), language: 'de' }] },
  'products of several numbers': { filter: [some('mpn'), some('upc_ean')], withTotal: true },
  'products by more skus than a page has': { filter: [some('sku', 101)] },
  'children of a tag': { filter: [one('tags')], isOfParent: true },
  'children of several types, with their total': {
    filter: [some('product_types')],
    isOfParent: true,
    withTotal: true,
  },
  'children of a name': { filter: [one('name')], isOfParent: true },
  'children by offset, further on': { filter: [], isOfParent: true, skip: 101 },
};

/** Lists of a call may fail one by one. */
function throwErrors(lists: readonly unknown[]): readonly unknown[] {
  for (const one of lists) if (one instanceof DomainError) throw one;
  return lists;
}

const listOf = ({ filter, isOfParent = false, skip = 0, withTotal = false }: Case) => {
  return { filter: canonicalFilter(filter), isOfParent, window: { skip }, withTotal };
};

it.each(Object.entries(bounded))('%s walk no rows', (_, list) => {
  expect(walksRows(listOf(list))).toBe(false);
});

it.each(Object.entries(walking))('%s walk rows', (_, list) => {
  expect(walksRows(listOf(list))).toBe(true);
});

describe('when the time is over before the first row', () => {
  const parentId = demoIds.products.manyChildrenParent;
  let stores: Stores;
  beforeAll(async () => {
    const directory = await mkdtemp(join(tmpdir(), 'gateway-test-'));
    const engine = openSqlite({ directory, statementTimeoutMs: 0.000_001 });
    await migrate(engine);
    stores = createStores(engine);
    await loadDemo(stores, new Date());
    afterAll(() => engine.close().then(() => rm(directory, { recursive: true })));
  });

  const list = ({ filter, isOfParent = false, skip = 0, withTotal = false }: Case) => {
    const window = { limit: 25, from: 'start', after: null, before: null, skip } as const;
    const query = { releaseId: '1', status: 'live', filter: canonicalFilter(filter), window, withTotal } as const;
    return isOfParent
      ? stores.products.listChildren(writingContext(), [{ ...query, parentId }]).then(throwErrors)
      : stores.products.list(writingContext(), query);
  };

  it.each(Object.entries(bounded))('%s are found', async (_, one) => {
    expect(await list(one)).toBeDefined();
  });

  const walks: Record<string, () => Promise<unknown>> = {
    ...Object.fromEntries(Object.entries(walking).map(([name, one]) => [name, () => list(one)])),
    'where pages start': () =>
      stores.products.listPageStarts(writingContext(), [
        { releaseId: '1', parentId, filter: [], pageSize: 10, firstKey: '', reach: 2 },
      ]),
    'all nodes': () =>
      stores.nodes.listDocuments(writingContext(), { releaseId: '1', ids: null, limit: 1, offset: 0, language: null }),
    'application keys': () => stores.applicationKeys.list(writingContext(), { limit: 1, offset: 0 }),
    'custom APIs': () => stores.customFields.listApis(writingContext(), { limit: 1, offset: 0 }),
    'fields of a custom API': () =>
      stores.customFields.list(writingContext(), demoIds.customApi, { limit: 1, offset: 0 }),
    'all fields of custom APIs': () => stores.customFields.listByApi(writingContext(), [demoIds.customApi], 100),
  };

  it.each(Object.entries(walks))('%s are not found', async (_, walk) => {
    await expect(walk()).rejects.toMatchObject({ code: 'UNAVAILABLE', message: /took too long/ });
  });
});
