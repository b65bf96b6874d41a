import { expect, it } from 'vitest';
import { keyText } from '../../src/domain/key-text.ts';

it.each([null, undefined, '', 'rain', '\ud800', 'x'.repeat(100)])(
  'a text that may be so long stays as it is: %s',
  (text) => {
    expect(keyText(text, 100)).toBe(text);
  },
);

it('of one that is too long only the beginning counts, which is short in JSON too', () => {
  expect(keyText('x'.repeat(900_000), 100)).toBe('x'.repeat(101));
  expect(keyText('\ud800'.repeat(150_000), 100)).toBe('\ufffd'.repeat(101));
});
