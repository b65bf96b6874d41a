import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { OffsetPage, Page, Window } from '../../../src/domain/paging/page.ts';
import { slicePage } from '../../../src/domain/paging/slice-page.ts';
import { readWindow } from '../../../src/upstream/paging/read-window.ts';

/** A platform's list of so many numbers, and the pages that were read of it. */
function listOf(length: number) {
  const pages: OffsetPage[] = [];
  const all = Array.from({ length }, (_, index) => index);
  const read = async ({ limit, offset }: OffsetPage) => {
    pages.push({ limit, offset });
    return { items: all.slice(offset, offset + limit), total: length };
  };
  return { all, pages, read };
}

const window = (changes: Partial<Window>): Window => ({
  limit: 3,
  from: 'start',
  after: null,
  before: null,
  skip: 0,
  ...changes,
});

describe('a page by cursor', () => {
  it('is what the window shows of the whole list, in two reads at the most, each of which a platform takes', async () => {
    const bound = fc.option(fc.integer({ min: 0, max: 60 }).map(String), { nil: null });
    const windows = fc.record({
      limit: fc.integer({ min: 1, max: 100 }),
      from: fc.constantFrom('start' as const, 'end' as const),
      after: bound,
      before: bound,
      skip: fc.constant(0),
    });
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 0, max: 50 }), windows, async (length, wanted) => {
        const list = listOf(length);
        const { items, ...page } = await readWindow(wanted, list.read);
        const { items: expected, ...whole } = slicePage(list.all, wanted);
        expect(items).toEqual(expected);
        // Beyond the list's end nothing is before or after what is not shown.
        if (items.length > 0) expect(page).toEqual(whole);
        expect(list.pages.length).toBeLessThanOrEqual(2);
        for (const { limit, offset } of list.pages) {
          expect([limit >= 1, limit <= 100, offset >= 0]).toEqual([true, true, true]);
        }
      }),
    );
  });

  it('leads through the whole of a list that is counted only as far as it was read', async () => {
    for (const length of [0, 1, 3, 7, 9]) {
      const { all, read } = listOf(length);
      const readCountingThere = async (page: OffsetPage) => {
        const { items } = await read(page);
        return { items, total: page.offset + items.length, isAtLeast: true as const };
      };
      const shown: number[] = [];
      let after: string | null = null;
      for (let isMore = true; isMore; ) {
        const { items, hasNext }: Page<number> = await readWindow(window({ after }), readCountingThere);
        shown.push(...items.map(({ item }) => item));
        after = items.at(-1)?.sortKey ?? after;
        isMore = hasNext;
      }
      expect(shown).toEqual(all);
      const last = String(Math.max(0, length - 1));
      const back = await readWindow(window({ from: 'end', before: last }), readCountingThere);
      expect(back.items.map(({ item }) => item)).toEqual(all.slice(0, -1).slice(-3));
      const fromEnd = readWindow(window({ from: 'end' }), readCountingThere);
      if (length < 3) expect((await fromEnd).items.map(({ item }) => item)).toEqual(all);
      else await expect(fromEnd).rejects.toMatchObject({ code: 'UNSUPPORTED' });
    }
  });

  it('that is empty is the last one, though the platform counts more records than it shows', async () => {
    const { read } = listOf(6);
    const readCountingMore = async (page: OffsetPage) => ({ ...(await read(page)), total: 100 });
    const before = await readWindow(window({ after: '2' }), readCountingMore);
    expect([before.items.at(-1)?.sortKey, before.hasNext]).toEqual(['5', true]);
    expect(await readWindow(window({ after: '5' }), readCountingMore)).toEqual({
      ...{ items: [], total: 100 },
      ...{ hasPrevious: true, hasNext: false },
    });
  });

  it('from the end is UNSUPPORTED where the platform counts so many more records than it shows that none are there', async () => {
    const { read } = listOf(6);
    const lastOf = (total: number) =>
      readWindow(window({ from: 'end' }), async (page) => ({ ...(await read(page)), total }));
    await expect(lastOf(100)).rejects.toMatchObject({ code: 'UNSUPPORTED' });
    expect((await lastOf(8)).items.map(({ item }) => item)).toEqual([5]);
    const none = readWindow(window({ from: 'end' }), async () => ({ items: [], total: 0 }));
    expect((await none).items).toEqual([]);
  });

  it.each([
    ['the first page', { limit: 3 }, [{ limit: 3, offset: 0 }]],
    ['one after a cursor', { after: '4' }, [{ limit: 3, offset: 5 }]],
    ['one after a cursor beyond its end', { after: '30' }, [{ limit: 3, offset: 31 }]],
    ['one between two cursors', { after: '4', before: '6' }, [{ limit: 1, offset: 5 }]],
    ['one before a cursor', { from: 'end' as const, before: '8' }, [{ limit: 3, offset: 5 }]],
    [
      'the last one, of a list that is longer',
      { from: 'end' as const },
      [
        { limit: 3, offset: 0 },
        { limit: 3, offset: 17 },
      ],
    ],
    ['the last one, of a list that is as long', { from: 'end' as const, limit: 20 }, [{ limit: 20, offset: 0 }]],
    ['the page from the start of all', { after: '!' }, [{ limit: 3, offset: 0 }]],
  ])('%s takes the reads %#', async (_, changes, pages) => {
    const list = listOf(20);
    await readWindow(window(changes), list.read);
    expect(list.pages).toEqual(pages);
  });

  it('beyond the offsets of the platform is UNSUPPORTED', async () => {
    const list = listOf(20_000);
    await readWindow(window({ after: '9999' }), list.read);
    await expect(readWindow(window({ after: '10000' }), list.read)).rejects.toMatchObject({ code: 'UNSUPPORTED' });
    await expect(readWindow(window({ from: 'end' }), list.read)).rejects.toMatchObject({ code: 'UNSUPPORTED' });
  });
});

it('a list that has no pages is shown in pages', async () => {
  const all = [0, 1, 2, 3, 4];
  const shown = async (wanted: Partial<Window>) => {
    const { items, hasNext, total } = await readWindow(window(wanted), async () => ({ items: all, total: all.length }));
    return [items.map(({ item }) => item), hasNext, total];
  };
  expect(await shown({ after: '2' })).toEqual([[3, 4], false, 5]);
  expect(await shown({ limit: 5 })).toEqual([all, false, 5]);
  expect(await shown({ limit: 5, after: '4' })).toEqual([[], false, 5]);
  expect(await shown({ limit: 2, from: 'end' })).toEqual([[3, 4], false, 5]);
});
