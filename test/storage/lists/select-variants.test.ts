/** Of the products of a short list, the same have such variants whether their prices are looked up or all prices within the bounds are walked. */
import fc from 'fast-check';
import { beforeAll, expect, it } from 'vitest';
import type { ListedVariants } from '../../../src/domain/product/ports.ts';
import { bitmapsOf, copyOf, countOf, intersection } from '../../../src/storage/index/bitmaps.ts';
import { priceOrder } from '../../../src/storage/index/product-orders.ts';
import type { ReleaseIndex } from '../../../src/storage/index/release-index.ts';
import { createReleaseIndexes, type ReleaseIndexes } from '../../../src/storage/index/release-indexes.ts';
import { selectWithParents } from '../../../src/storage/lists/select-variants.ts';
import { createStores } from '../../../src/storage/open-stores.ts';
import { openEmbedded } from '../../support/engines.ts';
import { writingContext } from '../../support/request-contexts.ts';
import { useOpened } from '../../support/use-opened.ts';

const opened = useOpened(() => openEmbedded({ contents: 'demo' }));
let indexes: ReleaseIndexes;
let releaseId: string;
let optionIds: string[];
beforeAll(async () => {
  indexes = createReleaseIndexes(opened.engine, { cacheBytes: 10_000_000 });
  const { catalogs, products } = createStores(opened.engine, indexes);
  const releases = (await catalogs.getDirectory()).catalogs.flatMap(({ currentRelease }) => currentRelease ?? []);
  releaseId = releases.toSorted((a, b) => b.productCount - a.productCount)[0]?.id ?? '';
  const facets = await products.countFacetOptions(writingContext(), [{ releaseId, filter: [], moment: 0 }]);
  optionIds = facets.flat().flatMap(({ options }) => options.map(({ optionId }) => optionId));
});

/** Those of these products that are selected, and what that was charged. */
async function select(index: ReleaseIndex, variants: ListedVariants, members: readonly number[], mostWalked: number) {
  let units = 0;
  const budget = {
    charge(charged: number) {
      units += charged;
    },
  };
  const within = bitmapsOf(members, index.segmentCount);
  const selected = await selectWithParents(index, variants, { within, budget, mostWalked });
  const found = selected && intersection(copyOf(within), selected);
  return {
    units,
    found: found && members.filter((one) => countOf(intersection(bitmapsOf([one], index.segmentCount), found))),
  };
}

it('whatever the bounds, the options and the moment are', async () => {
  const amount = fc.option(fc.bigInt({ min: -1n, max: 60_000n }), { nil: null });
  await indexes.read(releaseId, async (index) => {
    const change = index.findOrder(priceOrder('EUR'))?.nextChange(0) ?? 0;
    expect(change).toBeGreaterThan(0);
    const variants = fc.record({
      price: fc.record({ currency: fc.constantFrom('EUR', 'USD', 'XTS'), min: amount, max: amount }),
      options: fc.array(fc.subarray(optionIds, { minLength: 1, maxLength: 6 }), { maxLength: 1 }),
      moment: fc.constantFrom(0, change - 1, change, Number.MAX_SAFE_INTEGER),
    });
    const members = fc.uniqueArray(fc.nat({ max: index.size - 1 }), { maxLength: 60 });
    let [foundSome, leftSome] = [0, 0];
    const alike = fc.asyncProperty(variants, members, async (wanted, some) => {
      const lookedUp = await select(index, wanted, some, -1);
      const walked = await select(index, wanted, some, Number.POSITIVE_INFINITY);
      expect(lookedUp.found).toEqual(walked.found);
      foundSome += lookedUp.found?.length ? 1 : 0;
      leftSome += (lookedUp.found?.length ?? 0) < some.length ? 1 : 0;
    });
    await fc.assert(alike, { numRuns: 300 });
    expect([foundSome > 50, leftSome > 50]).toEqual([true, true]);
  });
});

it('what is looked up is paid for, the same each time', async () => {
  await indexes.read(releaseId, async (index) => {
    const wanted = { price: { currency: 'EUR', min: 0n, max: 10n ** 9n }, options: [], moment: 0 };
    const costOf = async (count: number) => {
      const members = Array.from({ length: count }, (_, ordinal) => ordinal);
      const costs = [await select(index, wanted, members, -1), await select(index, wanted, members, -1)];
      expect(costs[0]?.units).toBe(costs[1]?.units);
      return costs[0]?.units ?? 0;
    };
    expect((await costOf(200)) - (await costOf(100))).toBeGreaterThanOrEqual(100);
  });
});
