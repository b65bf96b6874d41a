import fc from 'fast-check';
import { expect, it } from 'vitest';
import { packBytes, unpackBytes } from '../../src/http/packed-bytes.ts';

it('whatever is packed is unpacked as it was', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 1000 }), fc.integer({ min: 1, max: 300 }), (piece, times) => {
      const bytes = Buffer.concat(Array.from({ length: times }, () => piece));
      expect(unpackBytes(packBytes(bytes), bytes.length).equals(bytes)).toBe(true);
    }),
  );
});

it('JSON takes less room', () => {
  const bytes = Buffer.from(JSON.stringify(Array.from({ length: 100 }, (_, number) => ({ name: 'Jacket', number }))));
  expect(packBytes(bytes).length).toBeLessThan(bytes.length / 4);
});
