import { expect, it } from 'vitest';
import { bodyMemory } from '../../src/http/body-memory.ts';
import { EncodedBody } from '../../src/http/encoded-body.ts';
import type { Entry } from '../../src/response-cache/entry.ts';
import { packEntry, unpackEntry } from '../../src/response-cache/packed-entry.ts';

const bytesOf = (length: number) => Buffer.from('a body, '.repeat(length)).subarray(0, length);

/** In lent memory. `lettings`: how often that was let go of. */
function openEntry(length = 5000) {
  const { memory, letGo } = bodyMemory.takeToKeep(length);
  bytesOf(length).copy(memory);
  let lettings = 0;
  const body = new EncodedBody(memory, { compress: async () => null });
  const cached = { body, contentType: 'application/json', vary: 'Accept', operation: null, from: 1, until: 2 };
  const entry: Entry = {
    ...{ cached, directory: { catalogs: [], rules: [] }, memory, packed: null, encodedBytes: 0, ahead: null },
    isWanted: true,
    letGo() {
      lettings += 1;
      letGo();
    },
  };
  return { entry, body, lettings: () => lettings };
}

const pack = (entry: Entry) => packEntry(entry) as Entry & { readonly packed: Buffer };

it('what is packed takes less, lets go of its memory once, and is sent as it was', () => {
  const { entry, body, lettings } = openEntry();
  const packed = pack(entry);
  expect(packed.memory).toBeNull();
  expect(packed.packed.length).toBeLessThan(500);
  packed.letGo();
  expect(lettings()).toBe(1);
  expect(body.plain).toEqual(bytesOf(5000));
  expect(packEntry(packed)).toBe(packed);
});

it('what is large is not packed, and stays as it is', () => {
  expect(packEntry(openEntry(262_144).entry)).not.toBeNull();
  const { entry, body, lettings } = openEntry(262_145);
  expect(packEntry(entry)).toBeNull();
  expect(lettings()).toBe(0);
  expect(body.plain).toEqual(bytesOf(262_145));
});

it('what is unpacked is sent from memory of its own, and is not packed a second time', () => {
  const { entry, body } = openEntry();
  expect(unpackEntry(entry)).toBe(entry);
  const packed = pack(entry);
  const unpacked = unpackEntry(packed);
  expect(unpacked.memory).toEqual(bytesOf(5000));
  expect((body.plain as Buffer).buffer).toBe(unpacked.memory?.buffer);
  expect(unpackEntry(unpacked)).toBe(unpacked);
  expect(pack(unpacked).packed).toBe(packed.packed);
});

it('what is let go of after it was unpacked gives its memory back, and can still be sent', () => {
  const { entry, body } = openEntry();
  const unpacked = unpackEntry(pack(entry));
  const memory = unpacked.memory as Buffer;
  expect(bodyMemory.isLent(memory)).toBe(true);
  unpacked.letGo();
  expect(bodyMemory.isLent(memory)).toBe(false);
  memory.fill(0);
  expect(body.plain).toEqual(bytesOf(5000));
});
