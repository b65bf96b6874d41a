import { expect, it } from 'vitest';
import { beginningOfLong, digestOfLong } from '../../src/lib/key-text.ts';

it.each([null, undefined, '', 'rain', '\ud800', 'x'.repeat(100)])(
  'a text that may be so long stays as it is: %s',
  (text) => {
    expect(beginningOfLong(text, 100)).toBe(text);
  },
);

it('of one that is too long only the beginning counts, which is short in JSON too', () => {
  expect(beginningOfLong('x'.repeat(900_000), 100)).toBe('x'.repeat(101));
  expect(beginningOfLong('\ud800'.repeat(150_000), 100)).toBe('\ufffd'.repeat(101));
});

it('of a long text whose whole counts there is a digest, which each other text has another one of', () => {
  const [long, other] = ['x'.repeat(101), `${'x'.repeat(100)}y`].map((text) => digestOfLong(text));
  expect([long, other].map((text) => text?.length)).toEqual([43, 43]);
  expect(long).not.toBe(other);
  expect(digestOfLong('x'.repeat(100))).toBe('x'.repeat(100));
});
