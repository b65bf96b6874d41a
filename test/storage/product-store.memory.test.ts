/** Products that are kept parsed take no more memory than they count as, however much of them is translations. */
import { expect, it, onTestFinished } from 'vitest';
import { sortKeyOf } from '../../src/domain/paging/sort-key.ts';
import type { ReleaseProduct } from '../../src/domain/release/ports.ts';
import { createStores } from '../../src/storage/open-stores.ts';
import { heapBytes } from '../support/collect-garbage.ts';
import { openEmbedded } from '../support/engines.ts';

const publishedAt = '2026-01-01T00:00:00.000Z';
const languages = ['bg', 'cs', 'da', 'de', 'el', 'es', 'et', 'fi', 'fr', 'hu', 'it', 'lt', 'lv', 'nl', 'no', 'pl'];

function translated(id: string): ReleaseProduct {
  const locales = Object.fromEntries(languages.map((one) => [one, { description: `${one} `.repeat(8000) }]));
  return {
    ...{ id, parentId: null, sortKey: sortKeyOf(publishedAt, id), status: 'live', isBaseProduct: false },
    ...{ name: id, sku: id, slug: id, mpn: null, upcEan: null, productTypes: [], tags: [] },
    ...{ digest: id, pricePoints: [], locales: JSON.stringify(locales), matrix: null },
    document: JSON.stringify({ id, attributes: { name: id, status: 'live' } }),
  };
}

it('products in many languages take what they count as', async () => {
  const { engine, drop } = await openEmbedded();
  onTestFinished(drop);
  const { releases, products } = createStores(engine);
  const releaseId = await releases.begin('catalog', publishedAt);
  // 385 kB each.
  const ids = Array.from({ length: 100 }, (_, index) => `p${index}`);
  for (const id of ids) await releases.addProducts(releaseId, [translated(id)]);

  const before = heapBytes();
  for (const id of ids) {
    const found = await products.getMany(releaseId, [id]);
    expect(found.get(id)?.localisations.length).toBe(languages.length);
  }
  expect(heapBytes() - before).toBeLessThan(25_000_000);
  expect((await products.getMany(releaseId, ['p0'])).size).toBe(1);
});
