import { expect, it, onTestFinished } from 'vitest';
import { sortKeyOf } from '../../src/domain/paging/sort-key.ts';
import type { ReleaseProduct } from '../../src/domain/release/ports.ts';
import { createStores } from '../../src/storage/open-stores.ts';
import { openEmbedded } from '../support/engines.ts';

const publishedAt = '2026-01-01T00:00:00.000Z';

function parentOf(id: string, combinations: number): ReleaseProduct {
  const ofSecond = Object.fromEntries(
    Array.from({ length: combinations }, (_, index) => [`o${index}`, 'c'.repeat(40)]),
  );
  return {
    ...{ id, parentId: null, sortKey: sortKeyOf(publishedAt, id), status: 'live', isBaseProduct: true },
    ...{ name: id, sku: id, slug: id, mpn: null, upcEan: null, productTypes: [], tags: [] },
    ...{ digest: id, pricePoints: [], locales: null, document: JSON.stringify({ id, attributes: { status: 'live' } }) },
    matrix: JSON.stringify({ a: ofSecond }),
  };
}

it('others get their turn between large matrices, and before these are walked', async () => {
  const { engine, drop } = await openEmbedded();
  onTestFinished(drop);
  const { releases, products } = createStores(engine);
  const releaseId = await releases.begin('catalog', publishedAt);
  const large = ['large 1', 'large 2', 'large 3'].map((id) => parentOf(id, 25_000));
  const small = Array.from({ length: 10 }, (_, index) => parentOf(`small ${index}`, 10));
  await releases.addProducts(releaseId, [...large, ...small]);

  async function countTurns(ids: readonly string[]) {
    let turns = 0;
    let isReading = true;
    const next = () =>
      setImmediate(() => {
        turns += 1;
        if (isReading) next();
      });
    next();
    const found = await products.getManyMatrices(releaseId, ids);
    isReading = false;
    return { turns, sizes: ids.map((id) => found.get(id)?.entries.length) };
  }

  const ofSmall = [];
  for (const { id } of small) ofSmall.push(await countTurns([id]));
  expect(ofSmall.map(({ sizes }) => sizes)).toEqual(small.map(() => [10]));
  // On a busy machine a statement may be given to the thread.
  expect(Math.min(...ofSmall.map(({ turns }) => turns))).toBe(0);
  const { turns, sizes } = await countTurns(large.map(({ id }) => id));
  expect(turns).toBeGreaterThanOrEqual(large.length);
  expect(sizes).toEqual([25_000, 25_000, 25_000]);
});
