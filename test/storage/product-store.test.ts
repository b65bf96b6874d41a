/** Lists against a plain in-memory reference, on random data and both engines. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { DomainError } from '../../src/domain/errors.ts';
import { canonicalFilter, inLanguage, normaliseTag } from '../../src/domain/filter/canonical-filter.ts';
import { type Condition, type FilterAttribute, filterMatrix } from '../../src/domain/filter/filter.ts';
import { formatFilter, parseFilter } from '../../src/domain/filter/parse-filter.ts';
import { matchLanguage } from '../../src/domain/language/language.ts';
import type { Page, Window } from '../../src/domain/paging/page.ts';
import { sortKeyOf } from '../../src/domain/paging/sort-key.ts';
import type { ChildList, ChildListQuery, ListedProduct, ProductListQuery } from '../../src/domain/product/ports.ts';
import type { Product } from '../../src/domain/product/product.ts';
import type { ReleaseProduct } from '../../src/domain/release/ports.ts';
import { createStores } from '../../src/storage/open-stores.ts';
import { createReleaseStore } from '../../src/storage/releases/release-store.ts';
import { describeEachEngine } from '../support/engines.ts';
import { writingContext } from '../support/request-contexts.ts';
import { useMade, useOpened } from '../support/use-opened.ts';

const words = ['a', 'b', 'A', 'ä', 'É', 'İ', '%', '_', "'", '"', '\\', 'a,b', 'x)', '😀', '__proto__'];
const word = fc.constantFrom(...words);
const optionalWord = fc.option(word, { nil: null });

const locales = fc.dictionary(
  fc.constantFrom('de', 'de-AT', 'de-CH', 'DE-ch', 'zh', 'zh-Hant-TW'),
  fc.record({ name: optionalWord }),
  { maxKeys: 3 },
);

/** Few moments and few words, so that ties and hits are common. */
const productFields = fc.record({
  minute: fc.nat(5),
  isLive: fc.boolean(),
  isChild: fc.boolean(),
  name: optionalWord,
  locales: fc.option(locales, { nil: null }),
  sku: optionalWord,
  slug: optionalWord,
  mpn: optionalWord,
  upcEan: optionalWord,
  productTypes: fc.uniqueArray(word, { maxLength: 2 }),
  tags: fc.uniqueArray(word.map(normaliseTag), { maxLength: 3 }),
});

function toReleaseProducts(fields: readonly (typeof productFields extends fc.Arbitrary<infer T> ? T : never)[]) {
  const parent = { ...blank('parent'), isBaseProduct: true };
  const children = fields.map(({ minute, isLive, isChild, locales: names, ...rest }, index): ReleaseProduct => {
    const id = `p${index}`;
    const updatedAt = `2026-01-01T00:0${minute}:00.000Z`;
    return {
      ...blank(id),
      ...rest,
      locales: names === null ? null : JSON.stringify(names),
      id,
      document: blank(id).document,
      parentId: isChild ? 'parent' : null,
      status: isLive ? 'live' : 'draft',
      sortKey: sortKeyOf(updatedAt, id),
    };
  });
  return [parent, ...children];
}

function blank(id: string): ReleaseProduct {
  return {
    id,
    parentId: null,
    sortKey: sortKeyOf('2025-01-01T00:00:00Z', id),
    status: 'live',
    isBaseProduct: false,
    name: null,
    sku: null,
    slug: null,
    mpn: null,
    upcEan: null,
    productTypes: [],
    tags: [],
    digest: id,
    pricePoints: [],
    locales: null,
    matrix: null,
    document: JSON.stringify({ id, attributes: { status: 'live' } }),
  };
}

const conditions = fc.constantFrom(...(Object.keys(filterMatrix) as FilterAttribute[])).chain((attribute) =>
  fc.constantFrom(...filterMatrix[attribute]).chain((operator) =>
    fc
      .array(attribute === 'id' ? fc.nat(30).map((index) => `p${index}`) : word, {
        minLength: 1,
        maxLength: operator === 'eq' ? 1 : 5,
      })
      .map((values): Condition => ({ attribute, operator, values })),
  ),
);

/** The contract's matrix, said once more, in the plainest way. */
function fits(product: ReleaseProduct, { attribute, values, language }: Condition): boolean {
  const held = {
    id: [product.id],
    name: [nameShownTo(language, product)],
    sku: [product.sku],
    slug: [product.slug],
    mpn: [product.mpn],
    upc_ean: [product.upcEan],
    product_types: product.productTypes,
    tags: product.tags,
  }[attribute];
  return held.some((value) => value !== null && values.includes(value));
}

function nameShownTo(language: string | undefined, { name, locales: texts }: ReleaseProduct): string | null {
  const translations = JSON.parse(texts ?? '{}') as Record<string, { readonly name: string | null }>;
  const tag = language === undefined ? undefined : matchLanguage(language, Object.keys(translations));
  return (tag === undefined ? null : translations[tag]?.name) ?? name;
}

describeEachEngine('lists of products', (open) => {
  const opened = useOpened(open);
  const products = useMade(() => createStores(opened.engine).products);

  async function listChildren(queries: readonly ChildListQuery[]): Promise<ChildList[]> {
    return (await products.listChildren(writingContext(), queries)).map((list) => {
      if (list instanceof DomainError) throw list;
      return list;
    });
  }

  async function publish(rows: readonly ReleaseProduct[]): Promise<string> {
    const releases = createReleaseStore(opened.engine);
    const releaseId = await releases.begin('catalog', '2026-01-01T00:00:00.000Z');
    await releases.addProducts(releaseId, rows);
    await releases.seal(releaseId, { languages: [], languageCounts: null, digest: '' });
    return releaseId;
  }

  it('any walk visits every live child that fits once, in order, and both flags are true to the data', async () => {
    const walk = fc.record({
      fields: fc.array(productFields, { maxLength: 30 }),
      filter: fc.array(conditions, { maxLength: 2 }),
      language: fc.constantFrom(null, 'de', 'de-CH', 'de-at', 'zh-Hant', 'en'),
      limit: fc.integer({ min: 1, max: 7 }),
      from: fc.constantFrom('start' as const, 'end' as const),
      isOfParent: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(walk, async ({ fields, filter: asked, language, limit, from, isOfParent }) => {
        const rows = toReleaseProducts(fields);
        const releaseId = await publish(rows);
        const filter = inLanguage(canonicalFilter(parseFilter(formatFilter(asked))), language);
        const expected = rows
          .filter(({ status, parentId }) => status === 'live' && (!isOfParent || parentId === 'parent'))
          .filter((row) => filter.every((condition) => fits(row, condition)))
          .sort((a, b) => (a.sortKey < b.sortKey ? -1 : 1))
          .map(({ id }) => id);
        const visited: string[] = [];
        let bound: string | null = null;
        for (;;) {
          const window: Window = {
            limit,
            from,
            after: from === 'start' ? bound : null,
            before: from === 'end' ? bound : null,
            skip: 0,
          };
          const query: ProductListQuery = { releaseId, status: 'live', filter, window, withTotal: true };
          const page: Page<ListedProduct> | undefined = isOfParent
            ? (await listChildren([{ ...query, parentId: 'parent' }]))[0]?.page
            : await products.list(writingContext(), query);
          const ids = page?.items.map(({ item }) => (item as Product).id) ?? [];
          const first = expected.indexOf(ids[0] ?? '');
          expect(page?.total).toBe(expected.length);
          expect(ids).toEqual(ids.length > 0 ? expected.slice(first, first + ids.length) : []);
          if (ids.length > 0) {
            expect(page?.hasPrevious).toBe(first > 0);
            expect(page?.hasNext).toBe(first + ids.length < expected.length);
          }
          if (from === 'start') visited.push(...ids);
          else visited.unshift(...ids);
          const hasMore = from === 'start' ? page?.hasNext : page?.hasPrevious;
          if (!hasMore) break;
          bound = (from === 'start' ? page?.items.at(-1) : page?.items[0])?.sortKey ?? null;
        }
        expect(visited).toEqual(expected);

        const byOffset: string[] = [];
        for (let skip = 0; skip <= expected.length; skip += limit) {
          const window: Window = { limit, from: 'start', after: null, before: null, skip };
          const query = {
            ...{ releaseId, status: 'live' as const, filter, window, withTotal: true, language: null },
            ...(isOfParent && { parentId: 'parent' }),
          };
          const { documents, total } = await products.listDocuments(writingContext(), query);
          expect(total).toBe(expected.length);
          byOffset.push(...documents.map((document) => JSON.parse(document.toString()).id));
        }
        expect(byOffset).toEqual(expected);
      }),
      { numRuns: 60 },
    );
  });

  it('many lists in one call are answered in their order, each as if it were alone', async () => {
    const rows = toReleaseProducts(
      Array.from({ length: 20 }, (_, index) => ({
        ...blank('x'),
        locales: null,
        minute: index % 5,
        isLive: index % 4 > 0,
        isChild: true,
        productTypes: [],
        tags: index % 2 === 0 ? ['even'] : ['odd'],
      })),
    );
    const releaseId = await publish(rows);
    const queries = [3, 1, 7].flatMap((limit) =>
      (['parent', 'p1', 'absent'] as const).map((parentId) => ({
        releaseId,
        parentId,
        status: 'live' as const,
        filter: limit === 7 ? canonicalFilter([{ attribute: 'tags', operator: 'eq', values: ['ODD'] }]) : [],
        window: {
          limit,
          from: limit === 1 ? ('end' as const) : ('start' as const),
          after: null,
          before: null,
          skip: 0,
        },
        withTotal: limit === 3,
      })),
    );
    const together = await listChildren(queries);
    const alone = await Promise.all(queries.map(async (query) => (await listChildren([query]))[0]));
    expect(together).toEqual(alone);
    expect(together.map(({ parent }) => parent?.isBaseProduct ?? null)).toEqual([
      true,
      false,
      null,
      true,
      false,
      null,
      true,
      false,
      null,
    ]);
    expect(together[0]?.page.total).toBe(15);
  });

  it('amounts beyond 2^53 come back exact', async () => {
    const amount = 9_223_372_036_854_775_807n;
    const document = `{"id":"rich","attributes":{"status":"live","price":{"EUR":{"amount":${amount},"includes_tax":true}}}}`;
    const releaseId = await publish([{ ...blank('rich'), document }]);
    const product = (await products.getMany(releaseId, ['rich'])).get('rich');
    expect(product?.prices).toEqual([{ currency: 'EUR', amount, includesTax: true }]);
  });
});
