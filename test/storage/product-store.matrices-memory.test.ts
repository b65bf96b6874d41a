import { expect, it, onTestFinished } from 'vitest';
import { sortKeyOf } from '../../src/domain/paging/sort-key.ts';
import type { ReleaseProduct } from '../../src/domain/release/ports.ts';
import { createStores } from '../../src/storage/open-stores.ts';
import { heldBytes } from '../support/collect-garbage.ts';
import { openEmbedded } from '../support/engines.ts';

const publishedAt = '2026-01-01T00:00:00.000Z';

function parentOf(id: string, combinations: number): ReleaseProduct {
  const children = Array.from({ length: combinations }, (_, index) => [
    `o${index}`,
    `child ${index} of the parent ${id}`,
  ]);
  return {
    ...{ id, parentId: null, sortKey: sortKeyOf(publishedAt, id), status: 'live', isBaseProduct: true },
    ...{ name: id, sku: id, slug: id, mpn: null, upcEan: null, productTypes: [], tags: [] },
    ...{ digest: id, pricePoints: [], locales: null, document: JSON.stringify({ id, attributes: { status: 'live' } }) },
    matrix: JSON.stringify({ a: { b: Object.fromEntries(children) } }),
  };
}

it('matrices take no more memory than is said', async () => {
  const [count, combinations] = [100, 1000];
  const { engine, drop } = await openEmbedded();
  onTestFinished(drop);
  const { releases, products } = createStores(engine);
  const releaseId = await releases.begin('catalog', publishedAt);
  const ids = Array.from({ length: count }, (_, index) => `p${index}`);
  for (let start = 0; start < count; start += 100) {
    await releases.addProducts(
      releaseId,
      ids.slice(start, start + 100).map((id) => parentOf(id, combinations)),
    );
  }
  const before = heldBytes();
  for (let start = 0; start < count; start += 100) {
    await products.getManyMatrices(releaseId, ids.slice(start, start + 100));
  }
  expect(heldBytes() - before).toBeLessThan(27_000_000);
  // Still there.
  expect(products).toBeDefined();
});
