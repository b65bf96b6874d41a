import { expect, it } from 'vitest';
import type { OffsetPage } from '../../../src/domain/paging/page.ts';
import { readAll } from '../../../src/upstream/paging/read-all.ts';

/** A platform's list of so many numbers, which counts no further than it reads. */
function listOf(length: number) {
  const all = Array.from({ length }, (_, index) => index);
  return async ({ limit, offset }: OffsetPage) => {
    const items = all.slice(offset, offset + limit);
    return { items, total: offset + items.length, isAtLeast: true as const };
  };
}

it.each([0, 99, 100, 101, 200, 299, 300])(
  'a list of %i that was not counted to its end is read to its end',
  async (length) => {
    expect(await readAll(300, listOf(length))).toHaveLength(length);
  },
);

it('one that has more than it may is not read on', async () => {
  expect(await readAll(300, listOf(301))).toBeNull();
});

it.each([100, 250])('one without pages, of %i, is read once', async (length) => {
  let reads = 0;
  const items = Array.from({ length }, (_, index) => index);
  const read = async () => {
    reads += 1;
    return { items, total: length };
  };
  expect(await readAll(300, read)).toEqual(items);
  expect(reads).toBe(1);
});

it.each([
  [0, [0]],
  [100, [0]],
  [101, [0, 100]],
  [300, [0, 100, 200]],
  [301, [0]],
])(
  'one of %i that was counted takes no call more than it has pages, and one where it is too long',
  async (total, offsets) => {
    const all = Array.from({ length: total }, (_, index) => index);
    const reads: number[] = [];
    const items = await readAll(300, async ({ limit, offset }) => {
      reads.push(offset);
      return { items: all.slice(offset, offset + limit), total };
    });
    expect(items).toEqual(total > 300 ? null : all);
    expect(reads).toEqual(offsets);
  },
);
