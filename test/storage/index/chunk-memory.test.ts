import { describe, expect, it } from 'vitest';
import { createChunkMemory } from '../../../src/storage/index/chunk-memory.ts';
import { RunningReads } from '../../../src/storage/index/running-reads.ts';

const bytes = 1000;

function setUp() {
  const reads = new RunningReads();
  return { reads, memory: createChunkMemory(bytes, reads) };
}

describe('the memory of chunks', () => {
  it('is used again, and what was there is found no more', () => {
    const { memory } = setUp();
    const first = memory.take();
    const { buffer } = first.view;
    const at = first.add('key', 'some text') as number;
    expect(Buffer.from(first.packedAt(at)).toString()).toBe('keysome text');
    memory.giveBack(first, 1);
    const second = memory.take();
    expect(second.view.buffer).toBe(buffer);
    expect(second.bytes).toHaveLength(bytes);
    expect([first.bytes.length, first.words[at]]).toEqual([0, undefined]);
    const again = second.add('another', 'longer text') as number;
    expect(Buffer.from(second.packedAt(again)).toString()).toBe('anotherlonger text');
  });

  it('is not used again while somebody runs who may have read it', async () => {
    const { reads, memory } = setUp();
    const given = memory.take();
    const at = given.add('key', 'text') as number;
    await reads.during(async () => {
      memory.giveBack(given, 1);
      expect(memory.take()).not.toBe(given);
      expect(Buffer.from(given.packedAt(at)).toString()).toBe('keytext');
    });
  });

  it('is left to the collector where it is read for long, and others are wanted instead', async () => {
    const { reads, memory } = setUp();
    const given = memory.take();
    const { buffer } = given.view;
    await reads.during(async () => {
      memory.giveBack(given, 1);
      memory.take();
    });
    expect(memory.take().view.buffer).not.toBe(buffer);
    expect(given.bytes).toHaveLength(bytes);
  });

  it('is kept for no more than was said', () => {
    const { memory } = setUp();
    const given = [memory.take(), memory.take(), memory.take()];
    const buffers = given.map(({ view }) => view.buffer);
    for (const one of given) memory.giveBack(one, 2);
    const taken = [memory.take(), memory.take(), memory.take()].map(({ view }) => view.buffer);
    expect(taken.filter((buffer) => buffers.includes(buffer))).toHaveLength(2);
  });
});
