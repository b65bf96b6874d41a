/** Products that are kept parsed take no more memory than they count as, whatever they are made of. */
import { expect, it, onTestFinished } from 'vitest';
import { sortKeyOf } from '../../src/domain/paging/sort-key.ts';
import type { ReleaseProduct } from '../../src/domain/release/ports.ts';
import { createStores } from '../../src/storage/open-stores.ts';
import { heapBytes } from '../support/collect-garbage.ts';
import { openEmbedded } from '../support/engines.ts';

const publishedAt = '2026-01-01T00:00:00.000Z';
const languages = ['bg', 'cs', 'da', 'de', 'el', 'es', 'et', 'fi', 'fr', 'hu', 'it', 'lt', 'lv', 'nl', 'no', 'pl'];

interface Shown {
  readonly attributes?: object;
  readonly meta?: object;
  readonly locales?: object | null;
}

function product(id: string, { attributes = {}, meta = {}, locales = null }: Shown): ReleaseProduct {
  return {
    ...{ id, parentId: null, sortKey: sortKeyOf(publishedAt, id), status: 'live', isBaseProduct: false },
    ...{ name: id, sku: id, slug: id, mpn: null, upcEan: null, productTypes: [], tags: [] },
    ...{ digest: id, pricePoints: [], locales: locales && JSON.stringify(locales), matrix: null },
    document: JSON.stringify({ id, attributes: { name: id, status: 'live', ...attributes }, meta }),
  };
}

/** 385 kB. */
const translated = {
  locales: Object.fromEntries(languages.map((one) => [one, { description: `${one} `.repeat(8000) }])),
};
/** 76 kB of text. */
const ofEmptyObjects = {
  attributes: { extensions: { template: { list: Array.from({ length: 25_000 }, () => ({})) } } },
};

const names = Array.from({ length: 10_000 }, (_, index) => index.toString(36));
/** Values by names that no other product has. */
const byName = (turn: number, value: unknown) => Object.fromEntries(names.map((name) => [`${turn}_${name}`, value]));
const ofTemplate = (template: object) => ({ attributes: { extensions: { template } } });
const ofBundle = (bundle_configuration: object) => ({ meta: { bundle_configuration } });

it.each<[string, (turn: number) => Shown, { count: number; most: number }]>([
  ['products in many languages', () => translated, { count: 100, most: 25_000_000 }],
  ['products of many empty objects', () => ofEmptyObjects, { count: 80, most: 90_000_000 }],
  [
    'products of objects with a name of their own',
    (turn) => ofTemplate({ list: names.map((name) => ({ [`${turn}_${name}`]: 1 })) }),
    { count: 60, most: 90_000_000 },
  ],
  [
    'bundles of many choices',
    (turn) => ofBundle({ selected_options: { component: byName(turn, 1) } }),
    { count: 130, most: 90_000_000 },
  ],
  [
    'bundles of many products',
    (turn) => ofBundle({ selected_options: {}, component_products: byName(turn, {}) }),
    { count: 45, most: 90_000_000 },
  ],
])('%s take what they count as', async (_, shownOf, { count, most }) => {
  const { engine, drop } = await openEmbedded();
  onTestFinished(drop);
  const { releases, products } = createStores(engine);
  const releaseId = await releases.begin('catalog', publishedAt);
  const ids = Array.from({ length: count }, (__, index) => `p${index}`);
  for (const [turn, id] of ids.entries()) await releases.addProducts(releaseId, [product(id, shownOf(turn))]);

  const before = heapBytes();
  for (const id of ids) expect((await products.getMany(releaseId, [id])).has(id)).toBe(true);
  expect(heapBytes() - before).toBeLessThan(most);
  expect((await products.getMany(releaseId, ['p0'])).size).toBe(1);
});
