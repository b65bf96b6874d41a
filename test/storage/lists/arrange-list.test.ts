/** Sorted lists against a plain sort in memory, on random data, in languages, currencies and at moments, on both engines. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { canonicalFilter } from '../../../src/domain/filter/canonical-filter.ts';
import { matchLanguage } from '../../../src/domain/language/language.ts';
import type { Window } from '../../../src/domain/paging/page.ts';
import { sortKeyOf } from '../../../src/domain/paging/sort-key.ts';
import { parsePosition } from '../../../src/domain/product/list-position.ts';
import type { ProductListQuery } from '../../../src/domain/product/ports.ts';
import { toPricePoints } from '../../../src/domain/product/price-range.ts';
import type { Product } from '../../../src/domain/product/product.ts';
import type { ListOrder } from '../../../src/domain/product/product-sort.ts';
import type { ReleaseProduct } from '../../../src/domain/release/ports.ts';
import { createStores } from '../../../src/storage/open-stores.ts';
import { createReleaseStore } from '../../../src/storage/releases/release-store.ts';
import { describeEachEngine } from '../../support/engines.ts';
import { writingContext } from '../../support/request-contexts.ts';
import { useMade, useOpened } from '../../support/use-opened.ts';

const languages = ['en', 'de', 'sv', 'fr-CH'];
const name: fc.Arbitrary<string> = fc.constantFrom(
  'Äpfel',
  'Apfel',
  'apfel',
  'Öl',
  'Zebra',
  'zebra',
  'Ål',
  '10',
  '9',
  '',
  '雨衣',
  'Café',
  'Cafe',
);
const amount: fc.Arbitrary<bigint> = fc.constantFrom(
  -1n,
  0n,
  5n,
  10n,
  9_007_199_254_740_993n,
  9_223_372_036_854_775_807n,
);
const maybe = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: null });
const hour = (at: number) => `2026-01-01T0${at}:00:00.000Z`;

const prices = fc.record({
  EUR: maybe(amount),
  JPY: maybe(amount),
  before: maybe(fc.record({ EUR: maybe(amount) })),
  saleEnds: maybe(fc.integer({ min: 1, max: 4 })),
});

const productFields = fc.record({
  minute: fc.nat(5),
  created: maybe(
    fc.constantFrom('2026-01-01T00:00:00Z', '2026-01-01T00:00:00.000000001Z', '2025-06-01T10:00:00+02:00'),
  ),
  parent: fc.constantFrom(null, 'parent-0', 'parent-1'),
  isLive: fc.constantFrom(true, true, true, false),
  name,
  locales: maybe(
    fc.dictionary(fc.constantFrom('de', 'de-AT', 'sv', 'fr'), fc.record({ name: maybe(name) }), { maxKeys: 2 }),
  ),
  isTagged: fc.boolean(),
  prices,
});
type Fields = typeof productFields extends fc.Arbitrary<infer T> ? T : never;

/** A product, and what a plain sort needs to know of it. */
interface Made {
  readonly row: ReleaseProduct;
  readonly fields: Pick<Fields, 'created' | 'name' | 'locales' | 'prices'>;
}

function make(fields: Fields, index: number): Made {
  const id = `p${index}`;
  const { EUR, JPY, before, saleEnds } = fields.prices;
  const mapOf = (amounts: Record<string, bigint | null>) =>
    Object.entries(amounts).flatMap(([currency, value]) => (value === null ? [] : [[currency, value] as const]));
  const priceMap = (amounts: Record<string, bigint | null>) =>
    `{${mapOf(amounts).map(([currency, value]) => `"${currency}":{"amount":${value},"includes_tax":true}`)}}`;
  const meta =
    saleEnds === null
      ? '{}'
      : `{"sale_expires":"${hour(saleEnds)}","original_price":${priceMap({ EUR: before?.EUR ?? null })}}`;
  const attributes = `"status":"live","created_at":${JSON.stringify(fields.created)},"price":${priceMap({ EUR, JPY })}`;
  const toPrices = (amounts: Record<string, bigint | null>) =>
    mapOf(amounts).map(([currency, value]) => ({ currency, amount: value, includesTax: true }));
  const points = toPricePoints({
    prices: toPrices({ EUR, JPY }),
    originalPrices: saleEnds === null ? [] : toPrices({ EUR: before?.EUR ?? null }),
    saleExpires: saleEnds === null ? null : hour(saleEnds),
  });
  const row = {
    ...blank(id),
    parentId: fields.parent,
    sortKey: sortKeyOf(`2026-01-01T00:0${fields.minute}:00Z`, id),
    status: fields.isLive ? ('live' as const) : ('draft' as const),
    name: fields.name,
    tags: fields.isTagged ? ['tagged'] : [],
    pricePoints: fields.parent === null || !fields.isLive ? [] : points,
    locales: fields.locales && JSON.stringify(fields.locales),
    document: `{"id":"${id}","attributes":{${attributes}},"meta":${meta}}`,
  };
  return { row, fields };
}

function blank(id: string): ReleaseProduct {
  return {
    ...{ id, parentId: null, sortKey: sortKeyOf('2025-01-01T00:00:00Z', id), status: 'live', isBaseProduct: false },
    ...{
      name: null,
      sku: null,
      slug: null,
      mpn: null,
      upcEan: null,
      productTypes: [],
      tags: [],
      digest: id,
    },
    ...{ pricePoints: [], locales: null, matrix: null },
    document: JSON.stringify({ id, attributes: { status: 'live' } }),
  };
}

function makeAll(fields: readonly Fields[]): Made[] {
  const none = {
    created: null,
    name: '',
    locales: null,
    prices: { EUR: null, JPY: null, before: null, saleEnds: null },
  };
  const parents = ['parent-0', 'parent-1'].map((id) => ({ row: { ...blank(id), isBaseProduct: true }, fields: none }));
  return [...parents, ...fields.map(make)];
}

function shownName({ fields }: Made, language: string | null): string {
  const translations = fields.locales ?? {};
  const tag = language === null ? undefined : matchLanguage(language, Object.keys(translations));
  return (tag === undefined ? null : translations[tag]?.name) ?? fields.name;
}

/** What it costs then, said once more in the plainest way. */
function priceOf(made: Made, all: readonly Made[], currency: string, moment: number): bigint | null {
  const { row, fields } = made;
  if (row.isBaseProduct) {
    const children = all.filter((one) => one.row.parentId === row.id && one.row.status === 'live');
    const costs = children.map((child) => priceOf(child, all, currency, moment)).filter((cost) => cost !== null);
    return costs.length === 0 ? null : costs.reduce((least, cost) => (cost < least ? cost : least));
  }
  const { EUR, JPY, before, saleEnds } = fields.prices;
  const published = currency === 'EUR' ? EUR : currency === 'JPY' ? JPY : null;
  if (published === null || saleEnds === null || moment < Date.parse(hour(saleEnds))) return published;
  return (currency === 'EUR' ? before?.EUR : null) ?? published;
}

function comparing(order: ListOrder, all: readonly Made[]): (a: Made, b: Made) => number {
  const compare = (a: bigint | string, b: bigint | string) => (a < b ? -1 : Number(a > b));
  if ('currency' in order) {
    const sign = order.key === 'price_asc' ? 1 : -1;
    const costs = new Map(all.map((made) => [made, priceOf(made, all, order.currency, order.moment)]));
    return (a, b) => {
      const [first, second] = [costs.get(a) ?? null, costs.get(b) ?? null];
      if (first === null || second === null) return Number(first === null) - Number(second === null);
      return sign * compare(first, second);
    };
  }
  if ('language' in order) {
    const { compare: collate } = new Intl.Collator(order.language ?? 'en');
    const sign = order.key === 'name_asc' ? 1 : -1;
    return (a, b) => sign * collate(shownName(a, order.language), shownName(b, order.language));
  }
  if (order.key === 'updated_at_desc') return () => 0;
  const moments = ['2025-06-01T10:00:00+02:00', '2026-01-01T00:00:00Z', '2026-01-01T00:00:00.000000001Z'];
  return (a, b) => moments.indexOf(b.fields.created ?? '') - moments.indexOf(a.fields.created ?? '');
}

const orders: fc.Arbitrary<ListOrder> = fc.oneof(
  fc.constantFrom<ListOrder>({ key: 'updated_at_desc' }, { key: 'created_at_desc' }),
  fc.record({
    key: fc.constantFrom('name_asc' as const, 'name_desc' as const),
    language: fc.constantFrom(...languages),
  }),
  fc.record({
    key: fc.constantFrom('price_asc' as const, 'price_desc' as const),
    currency: fc.constantFrom('EUR', 'EUR', 'JPY', 'USD'),
    moment: fc.integer({ min: 0, max: 5 }).map((at) => Date.parse(hour(at))),
  }),
);

describeEachEngine('sorted lists of products', (open) => {
  const opened = useOpened(open);
  const products = useMade(() => createStores(opened.engine).products);

  async function publish(made: readonly Made[]): Promise<string> {
    const releases = createReleaseStore(opened.engine);
    const releaseId = await releases.begin('catalog', '2026-01-01T00:00:00.000Z');
    await releases.addProducts(
      releaseId,
      made.map(({ row }) => row),
    );
    await releases.seal(releaseId, { languages, languageCounts: null, digest: '' });
    return releaseId;
  }

  const walk = fc.record({
    fields: fc.array(productFields, { maxLength: 40 }),
    walks: fc.array(
      fc.record({
        order: orders,
        limit: fc.integer({ min: 1, max: 9 }),
        from: fc.constantFrom('start' as const, 'end' as const),
        parentId: fc.constantFrom(null, 'parent-0'),
        isTagged: fc.boolean(),
      }),
      { minLength: 4, maxLength: 4 },
    ),
  });

  it('are read whole in pages, either way, and numbered pages start where they should', async () => {
    await fc.assert(
      fc.asyncProperty(walk, async ({ fields, walks }) => {
        const all = makeAll(fields);
        const releaseId = await publish(all);
        for (const { order, limit, from, parentId, isTagged } of walks) {
          const expected = all
            .filter(({ row }) => row.status === 'live' && (parentId === null || row.parentId === parentId))
            .filter(({ row }) => !isTagged || row.tags.includes('tagged'))
            .sort((a, b) => (a.row.sortKey < b.row.sortKey ? -1 : 1))
            .sort(comparing(order, all))
            .map(({ row }) => row.id);
          const filter = isTagged ? canonicalFilter([{ attribute: 'tags', operator: 'eq', values: ['tagged'] }]) : [];
          const list = { releaseId, status: 'live' as const, filter, order, withTotal: true };
          const visited: string[] = [];
          let bound: string | null = null;
          for (;;) {
            const [after, before] = from === 'start' ? [bound, null] : [null, bound];
            const window: Window = { limit, from, after, before, skip: 0 };
            const page = await read({ ...list, order: orderOf(order, bound), window }, parentId);
            const ids = page.items.map(({ item }) => (item as Product).id);
            const first = from === 'start' ? visited.length : expected.length - visited.length - ids.length;
            expect(ids).toEqual(expected.slice(first, first + ids.length));
            expect(page).toMatchObject({ total: expected.length, hasPrevious: first > 0 });
            expect(page.hasNext).toBe(first + ids.length < expected.length);
            if (from === 'start') visited.push(...ids);
            else visited.unshift(...ids);
            if (ids.length > 0)
              await expectStarts({ ...list, window }, parentId, { first, keys: page.items, expected });
            if (!(from === 'start' ? page.hasNext : page.hasPrevious)) break;
            bound = (from === 'start' ? page.items.at(-1) : page.items[0])?.sortKey ?? null;
          }
          expect(visited).toEqual(expected);
        }
      }),
      { numRuns: 30 },
    );
  });

  /** As of the cursor's moment, if it has one. */
  function orderOf(order: ListOrder, cursor: string | null): ListOrder {
    const moment = cursor === null ? null : parsePosition(cursor).moment;
    return moment !== null && 'moment' in order ? { ...order, moment } : order;
  }

  async function read(query: ProductListQuery, parentId: string | null) {
    if (parentId === null) return products.list(writingContext(), query);
    const [list] = await products.listChildren(writingContext(), [{ ...query, parentId }]);
    if (!list) throw new Error('There is no such list.');
    return list.page;
  }

  interface Shown {
    readonly first: number;
    readonly keys: readonly { readonly sortKey: string }[];
    readonly expected: readonly string[];
  }

  async function expectStarts(query: ProductListQuery, parentId: string | null, { first, keys, expected }: Shown) {
    const { window, withTotal: _, ...list } = query;
    const firstKey = keys[0]?.sortKey ?? '';
    const [starts] = await products.listPageStarts(writingContext(), [
      { ...list, ...(parentId !== null && { parentId }), pageSize: window.limit, firstKey, reach: 1 },
    ]);
    expect(starts).toMatchObject({ before: first, total: expected.length });
    for (const [rank, key] of starts?.keysByRank ?? []) {
      const page = await read({ ...query, window: { ...window, from: 'start', after: key, before: null } }, parentId);
      expect(page.items.map(({ item }) => (item as Product).id)).toEqual(expected.slice(rank, rank + window.limit));
    }
  }

  it('say when prices change next, and never otherwise', async () => {
    const sale = (ends: number, amountOfSale: bigint): Fields => ({
      ...{ minute: 0, created: null, parent: null, isLive: true, name: '', locales: null, isTagged: false },
      prices: { EUR: amountOfSale, JPY: 1n, before: { EUR: 10n }, saleEnds: ends },
    });
    const releaseId = await publish(makeAll([sale(1, 5n), sale(3, 6n)]));
    const window: Window = { limit: 5, from: 'start', after: null, before: null, skip: 0 };
    const untilOf = async (order: ListOrder) =>
      (
        await products.list(writingContext(), {
          releaseId,
          status: 'live',
          filter: [],
          order,
          window,
          withTotal: false,
        })
      ).until;
    const inEuro = (at: number) => untilOf({ key: 'price_asc', currency: 'EUR', moment: Date.parse(hour(at)) });
    expect([await inEuro(0), await inEuro(1), await inEuro(2)]).toEqual([1, 3, 3].map((at) => Date.parse(hour(at))));
    expect(await inEuro(3)).toBeNull();
    expect(await untilOf({ key: 'price_asc', currency: 'JPY', moment: 0 })).toBeNull();
    expect(await untilOf({ key: 'name_asc', language: 'de' })).toBeNull();
  });
});
