import { expect, it } from 'vitest';
import { createIsKnown } from '../../src/tracing/known-names.ts';

it('of the names that clients make up the first ones are known, and no more, whatever their number', () => {
  const isKnown = createIsKnown();
  const names = Array.from({ length: 100_000 }, (_, index) => `Operation${index}`);
  expect(isKnown('a'.repeat(65))).toBe(false);
  expect(names.filter(isKnown)).toEqual(names.slice(0, 500));
  expect(names.filter(isKnown)).toEqual(names.slice(0, 500));
});
