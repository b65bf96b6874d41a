import fc from 'fast-check';
import { expect, it } from 'vitest';
import { listedOrdinals } from '../../../src/storage/index/ordinal-set.ts';
import { pageOf, pageOfOrdinals, type Stretch } from '../../../src/storage/lists/list-page.ts';
import { partOf } from '../../../src/storage/lists/list-part.ts';
import { writingContext } from '../../support/request-contexts.ts';

const most = 12;
const place = fc.nat(most + 2);
const ordinals = fc.uniqueArray(fc.nat(most), { maxLength: most }).map((all) => all.sort((a, b) => a - b));
const stretch: fc.Arbitrary<Stretch> = fc.record({
  limit: fc.integer({ min: 1, max: most }),
  skip: fc.nat(4),
  from: fc.constantFrom('start', 'end'),
  start: place.map((at) => ({ part: 0, place: at })),
  end: fc.oneof(
    place.map((at) => ({ part: 0, place: at })),
    fc.constant({ part: Number.POSITIVE_INFINITY, place: 0 }),
  ),
});

it('a page of a list in the order of its ordinals is that of a list of one part', async () => {
  await fc.assert(
    fc.asyncProperty(ordinals, stretch, async (all, bounds) => {
      const list = listedOrdinals(Uint32Array.from(all));
      const { products, ...page } = await pageOf([partOf(list)], bounds, writingContext().budget);
      expect(pageOfOrdinals(list, bounds)).toEqual({ ...page, ordinals: products.map(({ ordinal }) => ordinal) });
    }),
    { numRuns: 2000 },
  );
});
