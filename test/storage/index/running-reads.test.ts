import { describe, expect, it } from 'vitest';
import { RunningReads } from '../../../src/storage/index/running-reads.ts';

function setUp() {
  const reads = new RunningReads();
  const done: string[] = [];
  /** Begins one; the answer ends it. */
  function begin(): () => Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const ended = reads.during(() => promise);
    return () => {
      resolve();
      return ended;
    };
  }
  return { reads, done, begin, after: (name: string) => reads.afterThose(() => void done.push(name)) };
}

describe('what is done after those who read', () => {
  it('is done at once where nobody does', () => {
    const { done, after } = setUp();
    after('one');
    after('two');
    expect(done).toEqual(['one', 'two']);
  });

  it('waits for each that had begun, in whatever order they end', async () => {
    const { done, begin, after } = setUp();
    const [first, second] = [begin(), begin()];
    after('one');
    after('two');
    await second();
    expect(done).toEqual([]);
    await first();
    expect(done).toEqual(['one', 'two']);
  });

  it('waits for none that begins later', async () => {
    const { done, begin, after } = setUp();
    const first = begin();
    after('one');
    const later = begin();
    await first();
    expect(done).toEqual(['one']);
    after('two');
    expect(done).toEqual(['one']);
    await later();
    expect(done).toEqual(['one', 'two']);
  });

  it('waits for each that had begun since others were waited for', async () => {
    const { reads, done, begin, after } = setUp();
    const ends: (() => Promise<void>)[] = [];
    for (const name of ['one', 'two', 'three']) {
      ends.push(begin());
      after(name);
      reads.noteRead();
    }
    const [first, second, third] = ends;
    await second?.();
    expect(done).toEqual([]);
    await first?.();
    expect(done).toEqual(['one', 'two']);
    await third?.();
    expect(done).toEqual(['one', 'two', 'three']);
  });

  it('waits for the first, too, when later ones have come and gone', async () => {
    const { done, begin, after } = setUp();
    const first = begin();
    after('one');
    await begin()();
    after('two');
    const last = begin();
    after('three');
    await last();
    expect(done).toEqual([]);
    await first();
    expect(done).toEqual(['one', 'two', 'three']);
  });

  it('is done when one of them fails', async () => {
    const { reads, done, after } = setUp();
    const failing = reads.during(async () => {
      after('one');
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    expect(done).toEqual(['one']);
  });

  it('is never done once somebody has read who was not known', async () => {
    const { reads, done, begin, after } = setUp();
    const end = begin();
    reads.noteRead();
    after('one');
    await end();
    expect(done).toEqual(['one']);
    reads.noteRead();
    after('two');
    await begin()();
    expect(done).toEqual(['one']);
  });
});
