import { expect, it } from 'vitest';
import { once } from '../../src/lib/once.ts';

it('makes a value when it is needed first, and once, whatever it is', () => {
  let calls = 0;
  const get = once(() => {
    calls += 1;
    return null;
  });
  expect(calls).toBe(0);
  expect([get(), get()]).toEqual([null, null]);
  expect(calls).toBe(1);
});

it('makes it again where that failed', () => {
  let calls = 0;
  const get = once(() => {
    calls += 1;
    if (calls === 1) throw new Error('not yet');
    return calls;
  });
  expect(get).toThrow('not yet');
  expect([get(), get()]).toEqual([2, 2]);
});
