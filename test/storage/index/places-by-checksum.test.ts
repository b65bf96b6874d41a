import { describe, expect, it } from 'vitest';
import { PlacesByChecksum } from '../../../src/storage/index/places-by-checksum.ts';

describe('places by checksum', () => {
  it('are found, whatever the checksum, and none of another', () => {
    const places = new PlacesByChecksum(4);
    expect(places.find(0)).toBeNull();
    places.set(0, { number: 1, at: 10 });
    places.set(0xffff_ffff, { number: 2, at: 20 });
    expect(places.find(0)).toEqual({ number: 1, at: 10 });
    expect(places.find(0xffff_ffff)).toEqual({ number: 2, at: 20 });
    expect(places.find(8)).toBeNull();
  });

  it('are the last one that was said of a checksum', () => {
    const places = new PlacesByChecksum(4);
    places.set(7, { number: 1, at: 10 });
    places.set(7, { number: 3, at: 30 });
    expect(places.find(7)).toEqual({ number: 3, at: 30 });
  });

  it('go where there are more than two whose checksums begin alike: that of the older chunk first', () => {
    const places = new PlacesByChecksum(4);
    places.set(8, { number: 2, at: 1 });
    places.set(16, { number: 1, at: 1 });
    places.set(24, { number: 3, at: 1 });
    expect([8, 16, 24].map((checksum) => places.find(checksum)?.number)).toEqual([2, undefined, 3]);
  });

  it('are known of nearly all texts that they are made for', () => {
    const texts = 10_000;
    const places = new PlacesByChecksum(texts);
    const checksums = Array.from({ length: texts }, (_, index) => Math.imul(index, 0x9e37_79b1) >>> 0);
    for (const [index, checksum] of checksums.entries()) places.set(checksum, { number: 1 + index, at: index });
    const known = checksums.filter((checksum, index) => places.find(checksum)?.at === index);
    expect(known.length).toBeGreaterThan(0.9 * texts);
  });
});
