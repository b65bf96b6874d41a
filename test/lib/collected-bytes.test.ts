import { describe, expect, it } from 'vitest';
import { CollectedBytes } from '../../src/lib/collected-bytes.ts';
import { heldBytes } from '../support/collect-garbage.ts';

function collect(pieces: readonly Buffer[]): CollectedBytes {
  const collected = new CollectedBytes();
  for (const piece of pieces) collected.add(piece);
  return collected;
}

describe('the bytes of pieces', () => {
  it.each([[[]], [['abc']], [['a', 'b', 'c']], [['abc', '', 'defghijkl', 'm']], [['', 'a']]])(
    'are theirs in order: %j',
    (texts) => {
      const collected = collect(texts.map((text) => Buffer.from(text)));
      expect(collected.length).toBe(texts.join('').length);
      expect(collected.take().toString()).toBe(texts.join(''));
      expect(collected.length).toBe(0);
      expect(collected.take().toString()).toBe('');
    },
  );

  it('leave nothing behind where they are discarded, and what came stays as it was', () => {
    const pieces = ['abc', 'de', 'f'].map((text) => Buffer.from(text));
    for (const count of [0, 1, 3]) {
      const collected = collect(pieces.slice(0, count));
      collected.discard();
      expect([collected.length, collected.take().toString()]).toEqual([0, '']);
      collected.add(Buffer.from('x'));
      collected.add(Buffer.from('yz'));
      expect(collected.take().toString()).toBe('xyz');
    }
    expect(pieces.map(String)).toEqual(['abc', 'de', 'f']);
  });

  it('are a single piece itself, and nothing is written into what came', () => {
    const slab = Buffer.from('abcdef');
    const piece = slab.subarray(0, 3);
    const collected = collect([piece]);
    collected.add(Buffer.from('x'));
    expect(collected.take().toString()).toBe('abcx');
    expect(slab.toString()).toBe('abcdef');
    expect(collect([piece]).take().buffer).toBe(slab.buffer);
  });

  it('take about as much memory as they are many, however short the pieces are', () => {
    const received = Buffer.alloc(100_000, 'x');
    const collected = new CollectedBytes();
    const before = heldBytes();
    for (let at = 0; at < received.length; at += 1) collected.add(received.subarray(at, at + 1));
    expect(heldBytes() - before).toBeLessThan(2_000_000);
    expect(collected.take()).toEqual(received);
  });
});
