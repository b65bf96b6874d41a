import { expect, it, onTestFinished } from 'vitest';
import { sortKeyOf } from '../../src/domain/paging/sort-key.ts';
import type { ReleaseProduct } from '../../src/domain/release/ports.ts';
import { createStores } from '../../src/storage/open-stores.ts';
import { heldBytes } from '../support/collect-garbage.ts';
import { openEmbedded } from '../support/engines.ts';

const publishedAt = '2026-01-01T00:00:00.000Z';

interface Shape {
  readonly combinations: number;
  readonly levels: number;
  /** What its children's ids begin with. */
  readonly prefix?: string;
}

function parentOf(id: string, { combinations, levels, prefix = '' }: Shape): ReleaseProduct {
  const children = Array.from({ length: combinations }, (_, index) => [
    `o${index}`,
    `${prefix}child ${index} of the parent ${id}`,
  ]);
  const outer = Array.from({ length: levels - 1 }, (_, level) => `level ${level}`);
  const matrix = outer.reduce<object>((inner, option) => ({ [option]: inner }), Object.fromEntries(children));
  return {
    ...{ id, parentId: null, sortKey: sortKeyOf(publishedAt, id), status: 'live', isBaseProduct: true },
    ...{ name: id, sku: id, slug: id, mpn: null, upcEan: null, productTypes: [], tags: [] },
    ...{ digest: id, pricePoints: [], locales: null, document: JSON.stringify({ id, attributes: { status: 'live' } }) },
    matrix: JSON.stringify(matrix),
  };
}

it.each<[string, { count: number } & Shape]>([
  ['large matrices', { count: 100, combinations: 1000, levels: 3 }],
  ['matrices of one combination', { count: 40_000, combinations: 1, levels: 1 }],
  ['matrices of many levels', { count: 100, combinations: 1000, levels: 60 }],
  ['matrices with ids of other letters', { count: 100, combinations: 1000, levels: 1, prefix: 'щ'.repeat(200) }],
])('%s take no more memory than is said', async (_, { count, ...shape }) => {
  const { engine, drop } = await openEmbedded();
  onTestFinished(drop);
  const { releases, products } = createStores(engine);
  const releaseId = await releases.begin('catalog', publishedAt);
  const ids = Array.from({ length: count }, (_, index) => `p${index}`);
  for (let start = 0; start < count; start += 100) {
    await releases.addProducts(
      releaseId,
      ids.slice(start, start + 100).map((id) => parentOf(id, shape)),
    );
  }
  const before = heldBytes();
  for (let start = 0; start < count; start += 10) {
    await products.getManyMatrices(releaseId, ids.slice(start, start + 10));
  }
  expect(heldBytes() - before).toBeLessThan(29_000_000);
  // Still there.
  expect((await products.getManyMatrices(releaseId, ids.slice(-1))).size).toBe(1);
});
