/** What lists compute again and again is kept: it holds the same, and costs the same, as where nothing is. */
import { beforeAll, expect, it } from 'vitest';
import { canonicalFilter } from '../../../src/domain/filter/canonical-filter.ts';
import type { Stores } from '../../../src/domain/ports.ts';
import type { FacetQuery, ProductListQuery } from '../../../src/domain/product/ports.ts';
import { createReleaseIndexes } from '../../../src/storage/index/release-indexes.ts';
import { createStores } from '../../../src/storage/open-stores.ts';
import { describeEachEngine } from '../../support/engines.ts';
import { writingContext } from '../../support/request-contexts.ts';
import { useOpened } from '../../support/use-opened.ts';

type Listed = Pick<ProductListQuery, 'filter' | 'search' | 'variants' | 'order'>;

const moment = Date.parse('2026-06-01T00:00:00.000Z');
const [filter, noPrice] = [[], null];
const price = { currency: 'EUR', min: 1000n, max: 6000n };
const tagged = canonicalFilter([{ attribute: 'tags', operator: 'in', values: ['rain', 'bestseller'] }]);

describeEachEngine('sets and lists that are kept', (open) => {
  const opened = useOpened(() => open({ contents: 'demo' }));
  let releaseId: string;
  let optionIds: string[];
  const openStores = (cacheBytes: number) =>
    createStores(opened.engine, createReleaseIndexes(opened.engine, { cacheBytes, slotBytes: 1_000_000 }));

  beforeAll(async () => {
    const { catalogs } = await createStores(opened.engine).catalogs.getDirectory();
    const releases = catalogs.flatMap(({ currentRelease }) => currentRelease ?? []);
    releaseId = releases.toSorted((a, b) => b.productCount - a.productCount)[0]?.id ?? '';
    const facets = await openStores(1).products.countFacetOptions(writingContext(), [facetsOf({ filter })]);
    optionIds = facets.flat().flatMap(({ options }) => options.map(({ optionId }) => optionId));
    expect(optionIds.length).toBeGreaterThan(3);
  });

  const facetsOf = ({ order: _, ...listed }: Listed): FacetQuery => ({ ...listed, releaseId, moment });

  function lists(): Record<string, Listed> {
    const [first = '', second = '', third = ''] = optionIds;
    const byPrice = { key: 'price_asc', currency: 'EUR', moment } as const;
    const search = { words: ['j'], language: 'en' };
    return {
      'an option': { filter, variants: { price: noPrice, options: [[first]], moment } },
      'one of two options': { filter, variants: { price: noPrice, options: [[first, second]], moment } },
      'two options, tagged': { filter: tagged, variants: { price: noPrice, options: [[first], [third]], moment } },
      'a price, by price': { filter, variants: { price, options: [], moment }, order: byPrice },
      'a price and an option': { filter, variants: { price, options: [[first]], moment } },
      'a search': { filter, search },
      'a search, tagged, by price': { filter: tagged, search, order: byPrice },
      'by price, descending': { filter, order: { ...byPrice, key: 'price_desc' } },
      'by name, tagged': { filter: tagged, order: { key: 'name_asc', language: 'en' } },
      'the same in the other direction': { filter: tagged, order: { key: 'name_desc', language: 'en' } },
      'the same, of names in no language': { filter: tagged, order: { key: 'name_asc', language: null } },
      'tagged, by creation': { filter: tagged, order: { key: 'created_at_desc' } },
      'a search among options': { filter, search, variants: { price, options: [[second]], moment } },
    };
  }

  async function read({ products }: Stores, listed: Listed) {
    const window = { limit: 20, from: 'start', after: null, before: null, skip: 0 } as const;
    const requestContext = writingContext();
    const query = { ...listed, releaseId, status: 'live', withTotal: true } as const;
    const page = await products.list(requestContext, { ...query, window });
    const after = page.items.at(Math.floor(page.items.length / 2))?.sortKey ?? null;
    const next = await products.list(requestContext, { ...query, window: { ...window, after } });
    const facets = await products.countFacetOptions(requestContext, [facetsOf(listed)]);
    const bounds = await products.listPriceBounds(requestContext, [{ ...facetsOf(listed), currency: 'EUR' }]);
    return { page, next, facets, bounds, spent: requestContext.budget.spent };
  }

  it('hold and cost what they do where nothing is kept, however often and after whatever else', async () => {
    const [keeping, forgetting] = [openStores(10_000_000), openStores(1)];
    const found: number[] = [];
    for (const round of [1, 2, 3]) {
      for (const [name, listed] of Object.entries(lists())) {
        const expected = await read(forgetting, listed);
        expect(await read(keeping, listed), `${name}, ${round}`).toEqual(expected);
        found.push(expected.page.total ?? 0);
      }
    }
    expect(found.filter((total) => total > 0).length).toBeGreaterThan(found.length / 2);
  });
});
