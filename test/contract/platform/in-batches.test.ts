import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { inBatches } from '../../../src/contract/platform/in-batches.ts';
import { canonicalFilter } from '../../../src/domain/filter/canonical-filter.ts';
import { encodeFilter } from '../../../src/domain/filter/encode-filter.ts';
import { parseFilter } from '../../../src/domain/filter/parse-filter.ts';

const toFilter = (values: readonly string[]) => canonicalFilter([{ attribute: 'id', operator: 'in', values }]);

it('ids go in groups of 100', () => {
  const ids = Array.from({ length: 250 }, () => randomUUID());
  expect(inBatches(ids, (id) => id).map((batch) => batch.length)).toEqual([100, 100, 50]);
  expect(inBatches(ids, (id) => id).flat()).toEqual(ids);
  expect(inBatches([], String)).toEqual([]);
});

it('whatever they are, a group makes a filter of less than 8 KB, which reads as they are', () => {
  const identifier = fc.string({ minLength: 1, maxLength: 255, unit: 'grapheme' }).filter((id) => id.trim() === id);
  fc.assert(
    fc.property(fc.array(identifier, { minLength: 1, maxLength: 150 }), (ids) => {
      const batches = inBatches(ids, (id) => id);
      expect(batches.flat()).toEqual(ids);
      for (const batch of batches) {
        const text = encodeFilter(toFilter(batch));
        if (batch.length > 1) expect(text.length).toBeLessThanOrEqual(8000);
        expect(canonicalFilter(parseFilter(decodeURIComponent(text)))).toEqual(toFilter(batch));
      }
    }),
    { numRuns: 30 },
  );
});

it('plain values stand without quotes, as every platform reads them', () => {
  expect(encodeFilter(toFilter(['a-1', 'b_2']))).toBe('in(id,a-1,b_2)');
  expect(encodeFilter(toFilter(['a b']))).toBe('in(id,%22a%20b%22)');
});
