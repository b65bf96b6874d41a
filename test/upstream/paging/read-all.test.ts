import { expect, it } from 'vitest';
import type { OffsetPage } from '../../../src/domain/paging/page.ts';
import { readAll } from '../../../src/upstream/paging/read-all.ts';

/** A platform's list of so many numbers, which counts no further than it reads, and where it was read. */
function listOf(length: number) {
  const all = Array.from({ length }, (_, index) => index);
  const offsets: number[] = [];
  const read = async ({ limit, offset }: OffsetPage) => {
    offsets.push(offset);
    const items = all.slice(offset, offset + limit);
    return { items, total: offset + items.length, isAtLeast: true as const };
  };
  return { all, offsets, read };
}

it.each([0, 99, 100, 101, 200, 299, 300])(
  'a list of %i that was not counted to its end is read to its end',
  async (length) => {
    const { all, read } = listOf(length);
    expect(await readAll(300, read)).toEqual(all);
  },
);

it('one that has more than it may is not read on', async () => {
  const { offsets, read } = listOf(1000);
  expect(await readAll(300, read)).toBeNull();
  expect(offsets).toEqual([0, 100, 200, 300]);
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
