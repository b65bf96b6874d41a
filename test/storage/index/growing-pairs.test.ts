/** Pairs are put together by their keys, and keep the order in which they came. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { growingUint16, growingUint32 } from '../../../src/storage/index/growing-columns.ts';
import { growingPairs } from '../../../src/storage/index/growing-pairs.ts';

const pair = fc.tuple(fc.nat({ max: 40 }), fc.nat({ max: 2 ** 16 - 1 }));

it.each([growingUint16, growingUint32])('the values of each key are those that were added to it', (growing) => {
  fc.assert(
    fc.property(fc.array(pair, { maxLength: 300 }), fc.constantFrom(undefined, 41, 50), (added, end) => {
      const pairs = growingPairs<Uint16Array | Uint32Array>(growing());
      for (const [key, value] of added) pairs.add(key, value);
      expect(pairs.length).toBe(added.length);
      const { starts, values, valuesOf } = pairs.group(end);
      expect(starts).toHaveLength((end ?? Math.max(-1, ...added.map(([key]) => key)) + 1) + 1);
      for (let key = 0; key < 60; key += 1) {
        const expected = added.flatMap(([other, value]) => (other === key ? [value] : []));
        expect([...valuesOf(key)]).toEqual(expected);
        if (key < starts.length - 1) expect([...values.subarray(starts[key], starts[key + 1])]).toEqual(expected);
      }
    }),
  );
});
