/** Filters by price and options, and facets, against a plain look at each product and its children, on random data and both engines. */
import fc from 'fast-check';
import { beforeAll, expect, it } from 'vitest';
import { canonicalFilter } from '../../../src/domain/filter/canonical-filter.ts';
import { sortKeyOf } from '../../../src/domain/paging/sort-key.ts';
import type { ProductStore } from '../../../src/domain/product/ports.ts';
import { toPricePoints } from '../../../src/domain/product/price-range.ts';
import type { Product } from '../../../src/domain/product/product.ts';
import type { VariantFilter } from '../../../src/domain/product/variant-filter.ts';
import type { ReleaseProduct } from '../../../src/domain/release/ports.ts';
import { createStores } from '../../../src/storage/open-stores.ts';
import { createReleaseStore } from '../../../src/storage/releases/release-store.ts';
import { describeEachEngine } from '../../support/engines.ts';
import { writingContext } from '../../support/request-contexts.ts';
import { useOpened } from '../../support/use-opened.ts';

const saleEnds = '2026-01-01T12:00:00.000Z';
const amount: fc.Arbitrary<bigint> = fc.constantFrom(-5n, 0n, 5n, 10n, 15n, 9_223_372_036_854_775_807n);
const maybe = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: null });
const colours = ['red', 'blue', 'green'];
const sizes = ['small', 'large'];

const productFields = fc.record({
  minute: fc.nat(5),
  isLive: fc.constantFrom(true, true, true, false),
  /** Of which parent; a child has options, where its place in the matrix is known. */
  parent: fc.constantFrom(null, 0, 1, 2),
  options: maybe(fc.tuple(fc.constantFrom(...colours), fc.constantFrom(...sizes))),
  /** In whose matrix it stands, too: there it has options that count where it is that parent's child. */
  named: fc.constantFrom(null, null, 0, 1, 2),
  tags: fc.uniqueArray(fc.constantFrom('a', 'b', 'c'), { maxLength: 3 }),
  type: fc.constantFrom('standard', 'child', 'bundle'),
  price: maybe(amount),
  priceBefore: maybe(amount),
});
type Fields = typeof productFields extends fc.Arbitrary<infer T> ? T : never;

interface Made {
  readonly row: ReleaseProduct;
  readonly fields: Fields | null;
}

const blank = {
  ...{
    parentId: null,
    status: 'live' as const,
    isBaseProduct: false,
    name: 'rain',
    sku: null,
    slug: null,
    mpn: null,
    upcEan: null,
  },
  ...{ productTypes: [], tags: [], digest: '', pricePoints: [], locales: null, matrix: null },
} as const;

function make(fields: Fields, index: number): Made {
  const id = `p${index}`;
  const [EUR, before] = [fields.price, fields.priceBefore];
  const priceMap = (value: bigint | null) =>
    value === null ? '{}' : `{"EUR":{"amount":${value},"includes_tax":true}}`;
  const toPrices = (value: bigint | null) =>
    value === null ? [] : [{ currency: 'EUR', amount: value, includesTax: true }];
  const points = toPricePoints({ prices: toPrices(EUR), originalPrices: toPrices(before), saleExpires: saleEnds });
  const row: ReleaseProduct = {
    ...{ ...blank, id, digest: id, parentId: fields.parent === null ? null : `parent-${fields.parent}` },
    ...{ sortKey: sortKeyOf(`2026-01-01T00:0${fields.minute}:00Z`, id), status: fields.isLive ? 'live' : 'draft' },
    ...{
      tags: fields.tags,
      productTypes: [fields.type],
      pricePoints: fields.parent === null || !fields.isLive ? [] : points,
    },
    document: `{"id":"${id}","attributes":{"status":"live","price":${priceMap(EUR)}},"meta":{"sale_expires":"${saleEnds}","original_price":${priceMap(before)}}}`,
  };
  return { row, fields };
}

function makeAll(all: readonly Fields[]): Made[] {
  const products = all.map(make);
  const optionsOf = (names: readonly string[]) => names.map((id) => ({ id, name: id.toUpperCase() }));
  const variations = [
    { id: 'colour', name: 'Colour', options: optionsOf(colours) },
    { id: 'size', name: null, options: optionsOf(sizes) },
  ];
  const parents = [0, 1, 2].map((parent): Made => {
    const matrix: Record<string, Record<string, string>> = {};
    for (const { row, fields } of products) {
      if (fields?.named === parent) matrix.green = { ...matrix.green, large: row.id };
      if (fields?.parent !== parent || fields.options === null) continue;
      const [colour, size] = fields.options;
      matrix[colour] = { ...matrix[colour], [size]: row.id };
    }
    const id = `parent-${parent}`;
    const row = {
      ...blank,
      id,
      isBaseProduct: true,
      sortKey: sortKeyOf(null, id),
      matrix: JSON.stringify(matrix),
      tags: ['a'],
    };
    return {
      row: { ...row, document: JSON.stringify({ id, attributes: { status: 'live' }, meta: { variations } }) },
      fields: null,
    };
  });
  return [...parents, ...products];
}

/** What a search at random would look like if there were neither an index nor a release. */
function createPlain(all: readonly Made[], moment: number) {
  const live = all.filter(({ row }) => row.status === 'live').sort((a, b) => (a.row.sortKey < b.row.sortKey ? -1 : 1));
  const matrices = new Map(
    all.map(({ row }) => [row.id, JSON.parse(row.matrix ?? '{}') as Record<string, Record<string, string>>]),
  );
  const optionsOf = ({ row }: Made): string[] => {
    const matrix = matrices.get(row.parentId ?? '') ?? {};
    return Object.entries(matrix).flatMap(([colour, bySize]) =>
      Object.entries(bySize).flatMap(([size, id]) => (id === row.id ? [colour, size] : [])),
    );
  };
  const priceOf = ({ fields }: Made) => {
    if (!fields || fields.price === null) return null;
    return moment < Date.parse(saleEnds) ? fields.price : (fields.priceBefore ?? fields.price);
  };
  const variantsOf = (made: Made) =>
    made.row.isBaseProduct ? live.filter(({ row }) => row.parentId === made.row.id) : [made];
  const has = (made: Made, { price, options }: VariantFilter) => {
    const own = priceOf(made);
    if (price && (price.currency !== 'EUR' || own === null)) return false;
    if (price && own !== null && ((price.min !== null && own < price.min) || (price.max !== null && own > price.max)))
      return false;
    return options.every((group) => optionsOf(made).some((id) => group.includes(id)));
  };
  const shows = (made: Made, variants: VariantFilter) =>
    (variants.price === null && variants.options.length === 0) || variantsOf(made).some((one) => has(one, variants));
  return { live, optionsOf, priceOf, variantsOf, has, shows };
}

const filters = fc.record({
  tags: maybe(fc.uniqueArray(fc.constantFrom('a', 'b', 'z'), { minLength: 1, maxLength: 2 })),
  type: maybe(fc.constantFrom('standard', 'child')),
  isSearched: fc.boolean(),
  parentId: fc.constantFrom(null, null, 'parent-0'),
  moment: fc.constantFrom(0, Date.parse(saleEnds) - 1, Date.parse(saleEnds)),
  price: maybe(fc.record({ currency: fc.constantFrom('EUR', 'EUR', 'JPY'), min: maybe(amount), max: maybe(amount) })),
  options: fc.constantFrom<string[][]>(
    [],
    [],
    [['red']],
    [['green']],
    [['red', 'blue'], ['small']],
    [['none']],
    [['small'], ['large']],
  ),
});

describeEachEngine('filters by price and options, and facets', (open) => {
  const opened = useOpened(open);
  let products: ProductStore;
  beforeAll(async () => {
    products = createStores(opened.engine).products;
  });

  async function publish(made: readonly Made[]): Promise<string> {
    const releases = createReleaseStore(opened.engine);
    const releaseId = await releases.begin('catalog', '2026-01-01T00:00:00.000Z');
    await releases.addProducts(
      releaseId,
      made.map(({ row }) => row),
    );
    await releases.seal(releaseId, { languages: [], languageCounts: null, digest: '' });
    return releaseId;
  }

  it('hold and count what a plain look does', async () => {
    const asked = fc.array(filters, { minLength: 6, maxLength: 6 });
    await fc.assert(
      fc.asyncProperty(fc.array(productFields, { maxLength: 30 }), asked, async (fields, some) => {
        const all = makeAll(fields);
        const releaseId = await publish(all);
        for (const { tags, type, isSearched, parentId, moment, price, options } of some) {
          const plain = createPlain(all, moment);
          const variants = { price, options, moment };
          const listed = (without: 'tags' | 'type' | null, own: VariantFilter) =>
            plain.live
              .filter(
                ({ row }) => (parentId === null || row.parentId === parentId) && (!isSearched || row.name === 'rain'),
              )
              .filter(({ row }) => without === 'tags' || tags === null || tags.some((tag) => row.tags.includes(tag)))
              .filter(({ row }) => without === 'type' || type === null || row.productTypes.includes(type))
              .filter((made) => plain.shows(made, own));
          const filter = canonicalFilter([
            ...(tags === null ? [] : [{ attribute: 'tags' as const, operator: 'in' as const, values: tags }]),
            ...(type === null
              ? []
              : [{ attribute: 'product_types' as const, operator: 'eq' as const, values: [type] }]),
          ]);
          const list = {
            ...{ releaseId, filter, moment },
            ...(parentId !== null && { parentId }),
            ...(isSearched && { search: { words: ['rain'], language: null } }),
            ...((price !== null || options.length > 0) && { variants }),
          };
          const window = { limit: 100, from: 'start', after: null, before: null, skip: 0 } as const;
          const query = { ...list, status: 'live' as const, window, withTotal: true };
          const { parentId: _, ...ofAll } = query;
          const page =
            parentId === null
              ? await products.list(writingContext(), ofAll)
              : (await products.listChildren(writingContext(), [{ ...ofAll, parentId }]))[0]?.page;
          const expected = listed(null, variants).map(({ row }) => row.id);
          expect(page?.items.map(({ item }) => (item as Product).id)).toEqual(expected);
          expect(page?.total).toBe(expected.length);

          const count = (values: readonly string[]) =>
            Object.fromEntries(
              Map.groupBy(values, (value) => value)
                .entries()
                .map(([value, those]) => [value, those.length]),
            );
          const [ofTags, ofTypes] = await products.countFacetValues(writingContext(), [
            { ...list, kind: 'tags' },
            { ...list, kind: 'types' },
          ]);
          const toCounts = (facet: typeof ofTags) =>
            Object.fromEntries((facet ?? []).map(({ value, count: of }) => [value, of]));
          expect(toCounts(ofTags)).toEqual(count(listed('tags', variants).flatMap(({ row }) => row.tags)));
          expect(toCounts(ofTypes)).toEqual(count(listed('type', variants).flatMap(({ row }) => row.productTypes)));

          const [facets = []] = await products.countFacetOptions(writingContext(), [list]);
          const counted = Object.fromEntries(
            facets.flatMap((facet) => facet.options.map(({ optionId, count: of }) => [optionId, of])),
          );
          const variationOf = (id: string) => (colours.includes(id) ? colours : sizes);
          const optionCounts = [...colours, ...sizes].flatMap((id) => {
            // Two conditions on one variation are two facets; the first one's own filter is left out.
            const own = options.find((group) => group.some((other) => variationOf(id).includes(other)));
            const others = { price, options: options.filter((group) => group !== own) };
            const those = listed(null, { price: null, options: [] }).filter((made) =>
              plain.variantsOf(made).some((one) => plain.has(one, others) && plain.optionsOf(one).includes(id)),
            );
            return those.length === 0 ? [] : [[id, those.length] as const];
          });
          const isPlain = options.every((group) => group.every((id) => id !== 'none')) && options.length < 2;
          if (isPlain || options[0]?.length === 2) expect(counted).toEqual(Object.fromEntries(optionCounts));

          const [bounds] = await products.listPriceBounds(writingContext(), [{ ...list, currency: 'EUR' }]);
          const costs = listed(null, { price: null, options })
            .flatMap(plain.variantsOf)
            .filter((made) => plain.has(made, { price: null, options }))
            .flatMap((made) => plain.priceOf(made) ?? [])
            .sort((a, b) => Number(a - b));
          expect(bounds && [bounds.min, bounds.max]).toEqual(costs.length === 0 ? null : [costs[0], costs.at(-1)]);
        }
      }),
      { numRuns: 20, endOnFailure: true },
    );
  });
});
