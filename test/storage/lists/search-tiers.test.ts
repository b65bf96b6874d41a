/** Searches against a plain look at each product, on random texts, in languages, with filters and orders, on both engines. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { canonicalFilter } from '../../../src/domain/filter/canonical-filter.ts';
import { matchLanguage } from '../../../src/domain/language/language.ts';
import { sortKeyOf } from '../../../src/domain/paging/sort-key.ts';
import type { ProductListQuery } from '../../../src/domain/product/ports.ts';
import type { Product } from '../../../src/domain/product/product.ts';
import type { ListOrder } from '../../../src/domain/product/product-sort.ts';
import type { ReleaseProduct } from '../../../src/domain/release/ports.ts';
import { toSearchWords } from '../../../src/domain/search/search.ts';
import { wordsOf } from '../../../src/domain/search/words.ts';
import { createStores } from '../../../src/storage/open-stores.ts';
import { createReleaseStore } from '../../../src/storage/releases/release-store.ts';
import { describeEachEngine } from '../../support/engines.ts';
import { writingContext } from '../../support/request-contexts.ts';
import { useMade, useOpened } from '../../support/use-opened.ts';

const languages = ['en', 'de', 'zh-Hant'];
const vocabulary = [
  'rain',
  'rainy',
  'Räin',
  'jacket',
  'jack',
  'ja',
  'j',
  'Straße',
  'strass',
  '雨衣',
  '雨',
  '10',
  '100',
  '%',
  "'",
  '<b>rain</b>',
  '\u0301',
  '😀',
];
const text = fc.array(fc.constantFrom(...vocabulary), { maxLength: 3 }).map((words) => words.join(' '));
const maybe = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: null });

const productFields = fc.record({
  minute: fc.nat(5),
  isLive: fc.constantFrom(true, true, true, false),
  isTagged: fc.boolean(),
  isChild: fc.boolean(),
  sku: maybe(text),
  name: text,
  tags: fc.uniqueArray(fc.constantFrom('rain', 'jack', 'strasse', 'ja-100'), { maxLength: 2 }),
  description: maybe(text),
  locales: maybe(
    fc.dictionary(fc.constantFrom('de', 'de-AT', 'zh'), fc.record({ name: maybe(text), description: maybe(text) }), {
      maxKeys: 2,
    }),
  ),
});
type Fields = typeof productFields extends fc.Arbitrary<infer T> ? T : never;

function toRow(fields: Fields, index: number): ReleaseProduct {
  const id = `p${index}`;
  const { sku, name, description, locales, tags, isTagged } = fields;
  return {
    ...{
      id,
      parentId: fields.isChild ? 'parent' : null,
      sortKey: sortKeyOf(`2026-01-01T00:0${fields.minute}:00Z`, id),
    },
    ...{
      status: fields.isLive ? 'live' : 'draft',
      isBaseProduct: false,
      name,
      sku,
      slug: null,
      mpn: null,
      upcEan: null,
    },
    ...{
      productTypes: [],
      tags: isTagged ? [...tags, 'tagged'] : tags,
      digest: id,
      pricePoints: [],
      matrix: null,
    },
    locales: locales && JSON.stringify(locales),
    document: JSON.stringify({ id, attributes: { status: 'live', name, description } }),
  };
}

const parent: ReleaseProduct = {
  ...toRow(
    {
      minute: 0,
      isLive: true,
      isTagged: false,
      isChild: false,
      sku: null,
      name: '',
      tags: [],
      description: null,
      locales: null,
    },
    0,
  ),
  ...{ id: 'parent', sortKey: sortKeyOf(null, 'parent'), isBaseProduct: true },
};

/** The tier that a product is found in, said once more in the plainest way; null: it is not. */
function tierOf(row: ReleaseProduct, words: readonly string[], language: string | null): number | null {
  const translations = JSON.parse(row.locales ?? '{}') as Record<
    string,
    { name: string | null; description: string | null }
  >;
  const tag = language === null ? undefined : matchLanguage(language, Object.keys(translations));
  const shown = tag === undefined ? undefined : translations[tag];
  const own =
    (JSON.parse(row.document) as { attributes: { description?: string | null } }).attributes.description ?? null;
  const description = (shown?.description ?? own)?.replaceAll(/<\/?b>/g, ' ') ?? null;
  const fields = [[row.sku], [shown?.name ?? row.name], row.tags, [description]].map((texts) =>
    texts.flatMap((one) => wordsOf(one ?? '')),
  );
  const tiers = words.map((word) => {
    const tier = fields.flatMap((own) => [own.includes(word), own.some((one) => one.startsWith(word))]).indexOf(true);
    return tier === -1 ? null : tier;
  });
  return words.length === 0 || tiers.includes(null) ? null : Math.max(...tiers.map(Number));
}

const orders = fc.constantFrom<ListOrder>(
  { key: 'updated_at_desc' },
  { key: 'name_asc', language: 'en' },
  { key: 'price_desc', currency: 'EUR', moment: 0 },
);

describeEachEngine('searched lists of products', (open) => {
  const opened = useOpened(open);
  const products = useMade(() => createStores(opened.engine).products);

  async function publish(rows: readonly ReleaseProduct[]): Promise<string> {
    const releases = createReleaseStore(opened.engine);
    const releaseId = await releases.begin('catalog', '2026-01-01T00:00:00.000Z');
    await releases.addProducts(releaseId, rows);
    await releases.seal(releaseId, { languages, languageCounts: null, digest: '' });
    return releaseId;
  }

  async function read(query: ProductListQuery, parentId: string | null) {
    if (parentId === null) return products.list(writingContext(), query);
    const [list] = await products.listChildren(writingContext(), [{ ...query, parentId }]);
    if (!list) throw new Error('There is no such list.');
    return list.page;
  }

  const searches = fc.array(
    fc.record({
      search: fc.oneof(
        text,
        text.map((words) => words.slice(0, -1)),
      ),
      language: fc.constantFrom(null, ...languages),
      order: orders,
      limit: fc.integer({ min: 1, max: 6 }),
      isBackwards: fc.boolean(),
      isTagged: fc.boolean(),
      parentId: fc.constantFrom(null, 'parent'),
    }),
    { minLength: 8, maxLength: 8 },
  );

  it('hold the products that have all words, tier by tier, and are read in pages either way', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(productFields, { maxLength: 30 }), searches, async (fields, asked) => {
        const rows = [parent, ...fields.map(toRow)];
        const releaseId = await publish(rows);
        for (const { search, language, order, limit, isBackwards, isTagged, parentId } of asked) {
          const words = toSearchWords(search);
          const { compare } = new Intl.Collator('en');
          const nameOf = (row: ReleaseProduct) => {
            const translations = JSON.parse(row.locales ?? '{}') as Record<string, { name: string | null }>;
            const tag = matchLanguage('en', Object.keys(translations));
            return (tag === undefined ? null : translations[tag]?.name) ?? row.name ?? '';
          };
          const expected = rows
            .filter(({ status, tags }) => status === 'live' && (!isTagged || tags.includes('tagged')))
            .filter((row) => (parentId === null || row.parentId === parentId) && tierOf(row, words, language) !== null)
            .sort((a, b) => (a.sortKey < b.sortKey ? -1 : 1))
            .sort((a, b) => (order.key === 'name_asc' ? compare(nameOf(a), nameOf(b)) : 0))
            .sort((a, b) => Number(tierOf(a, words, language)) - Number(tierOf(b, words, language)))
            .map(({ id }) => id);
          const filter = isTagged ? canonicalFilter([{ attribute: 'tags', operator: 'eq', values: ['tagged'] }]) : [];
          const list = {
            releaseId,
            status: 'live' as const,
            filter,
            order,
            search: { words, language },
            withTotal: true,
          };
          const visited: string[] = [];
          let bound: string | null = null;
          for (;;) {
            const [after, before] = isBackwards ? [null, bound] : [bound, null];
            const from = isBackwards ? ('end' as const) : ('start' as const);
            const page = await read({ ...list, window: { limit, from, after, before, skip: 0 } }, parentId);
            expect(page.total).toBe(expected.length);
            const ids = page.items.map(({ item }) => (item as Product).id);
            if (isBackwards) visited.unshift(...ids);
            else visited.push(...ids);
            if (!(isBackwards ? page.hasPrevious : page.hasNext)) break;
            bound = (isBackwards ? page.items[0] : page.items.at(-1))?.sortKey ?? null;
          }
          expect(visited).toEqual(expected);
        }
      }),
      { numRuns: 30 },
    );
  });
});
