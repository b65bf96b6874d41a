/** Both ways to make an answer decide alike, and by what goes out. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { isLargerThan } from '../../../src/graphql/limits/answer-size.ts';

it('an answer is larger than a limit if its JSON has more bytes', () => {
  fc.assert(
    fc.property(fc.jsonValue({ stringUnit: 'binary' }), fc.integer({ min: -9, max: 9 }), (value, above) => {
      const bytes = Buffer.byteLength(JSON.stringify(value));
      expect(isLargerThan(bytes + above, value)).toBe(above < 0);
    }),
  );
});

it.each([
  ['empty', {}],
  ['of lists', { a: [[], [1], [1.5, -0], [{}, { b: null }]] }],
  ['of text that is escaped', { name: 'Größe "M"\n\u0001\ud800\u2028' }],
  [
    'long',
    { nodes: Array.from({ length: 2000 }, (_, index) => ({ index, isLong: true, name: '漢'.repeat(index % 7) })) },
  ],
])('an answer that is %s is counted to the byte', (_title, value) => {
  const bytes = Buffer.byteLength(JSON.stringify(value));
  expect([isLargerThan(bytes, value), isLargerThan(bytes - 1, value)]).toEqual([false, true]);
});
