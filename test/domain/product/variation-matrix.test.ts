import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  listOptionAvailability,
  selectVariant,
  type UnavailableReason,
} from '../../../src/domain/product/variation-matrix.ts';
import { someContext } from '../../support/request-contexts.ts';

it('an option that two variations have is selected of the first', async () => {
  const both = { id: 'both', name: null, description: null, sortOrder: null };
  const other = { ...both, id: 'other' };
  const variations = ['first', 'second'].map((id) => ({ id, name: null, sortOrder: null, options: [both, other] }));
  const entries = [
    { optionIds: ['both', 'other'], productId: 'of the first', releaseId: '1' },
    { optionIds: ['other', 'both'], productId: 'of the second', releaseId: '1' },
  ];
  const matrix = { entries, findUnavailable: async () => new Map<string, UnavailableReason>() };
  const walk = { variations, matrix, selectedOptions: ['both'], budget: someContext().budget };
  expect(await selectVariant(walk)).toBe('of the first');
});

/** Up to three variations of up to three options; any of the combinations, some of their children unavailable. */
const parent = fc.array(fc.integer({ min: 1, max: 3 }), { minLength: 1, maxLength: 3 }).chain((sizes) => {
  const variations = sizes.map((size, at) => ({
    id: `v${at}`,
    name: null,
    sortOrder: null,
    options: Array.from({ length: size }, (_, index) => {
      return { id: `${at}.${index}`, name: null, description: null, sortOrder: null };
    }),
  }));
  const combinations = variations.reduce<string[][]>(
    (paths, { options }) => paths.flatMap((path) => options.map(({ id }) => [...path, id])),
    [[]],
  );
  return fc.record({
    variations: fc.constant(variations),
    entries: fc
      .subarray(combinations)
      .map((built) => built.map((optionIds) => ({ optionIds, productId: optionIds.join('/'), releaseId: '1' }))),
    reasons: fc.array(fc.constantFrom<UnavailableReason | null>(null, 'not_live', 'not_in_release'), {
      minLength: combinations.length,
      maxLength: combinations.length,
    }),
    selected: fc.tuple(...variations.map(({ options }) => fc.option(fc.constantFrom(...options.map(({ id }) => id))))),
  });
});

it('answers what a look at every combination would', async () => {
  await fc.assert(
    fc.asyncProperty(parent, async ({ variations, entries, reasons, selected }) => {
      const unavailable = new Map(
        entries.flatMap(({ productId }, index) => {
          const reason = reasons[index];
          return reason ? [[productId, reason] as const] : [];
        }),
      );
      const matrix = {
        entries,
        findUnavailable: async (ids: readonly string[]) =>
          new Map(unavailable.entries().filter(([id]) => ids.includes(id))),
      };
      const wanted = selected.filter((id) => id !== null);
      const fitting = (options: readonly string[]) =>
        entries.filter(({ optionIds }) => options.every((option) => optionIds.includes(option)));

      const live = fitting(wanted).filter(({ productId }) => !unavailable.has(productId));
      const walk = { variations, matrix, selectedOptions: wanted, budget: someContext().budget };
      expect(await selectVariant(walk)).toBe(live.length === 1 ? live[0]?.productId : null);

      const expected = variations.flatMap(({ id, options }) =>
        options.map((option) => {
          const others = wanted.filter((one) => !options.some((own) => own.id === one));
          const found = fitting([...others, option.id]).map(({ productId }) => unavailable.get(productId) ?? null);
          const reason = found.includes(null)
            ? null
            : (['not_live', 'not_in_release'] as const).find((one) => found.includes(one));
          return [id, option.id, wanted.includes(option.id), reason === undefined ? 'no_such_combination' : reason];
        }),
      );
      const told = await listOptionAvailability(walk);
      expect(told.map((one) => [one.variationId, one.optionId, one.isSelected, one.reason])).toEqual(expected);
    }),
    { numRuns: 1000 },
  );
});
