/** Pages by cursor over a platform's pages by number. The positions of its lists are numbers: within a release they never change. */
import { DomainError } from '../../domain/errors.ts';
import { type CountedPage, type OffsetPage, offsetLimits, type Page, type Window } from '../../domain/paging/page.ts';
import { type Stretch, stretchOf } from '../../domain/paging/slice-page.ts';

export type ReadPage<Item> = (page: OffsetPage) => Promise<CountedPage<Item>>;

/**
 * One call; from a list's end two, where it is longer than a page.
 * @throws DomainError UNSUPPORTED beyond the platform's last offset, and from the end of a list whose length it does not say, or says wrongly
 */
export async function readWindow<Item>(window: Window, read: ReadPage<Item>): Promise<Page<Item>> {
  const guessed = stretchOf(window, guessLength(window));
  const answer = await readStretch(guessed, read);
  if (answer.isAtLeast && window.from === 'end' && window.before === null) throw uncounted();
  const actual = stretchOf(window, answer.total);
  const isRead = actual.first === guessed.first || actual.first === actual.end;
  const { items, total } = isRead ? answer : await readStretch(actual, read);
  // Without a record there is no cursor to go back from.
  if (items.length === 0 && actual.end > actual.first && window.from === 'end') throw uncounted();
  return {
    items: items
      .slice(0, actual.end - actual.first)
      .map((item, index) => ({ item, sortKey: String(actual.first + index) })),
    hasPrevious: actual.first > 0,
    // Of an empty page there is no cursor to go on from: who was told that there is more would begin again from the start.
    hasNext: items.length > 0 && actual.end < total,
    total,
  };
}

/** Of a list that nobody has seen: it ends with the page, where the page is its last. */
function guessLength({ from, after, before, limit }: Window): number {
  if (from === 'start' || before !== null) return Number.MAX_SAFE_INTEGER;
  return stretchOf({ from: 'start', after, before, limit, skip: 0 }, Number.MAX_SAFE_INTEGER).end;
}

function readStretch<Item>({ first, end }: Stretch, read: ReadPage<Item>): Promise<CountedPage<Item>> {
  // Of an empty stretch only the list's length is wanted.
  return end > first ? readPage({ limit: end - first, offset: first }, read) : read({ limit: 1, offset: 0 });
}

/** The total of a list that was not counted to its end is as many as were seen; behind a full page there may be one more. */
export async function readPage<Item>(page: OffsetPage, read: ReadPage<Item>): Promise<CountedPage<Item>> {
  if (page.offset > offsetLimits.max) throw beyondOffsets();
  const answer = await read(page);
  const { items, total, isAtLeast } = answer;
  // A list without pages: whatever was requested of it, all of it came.
  if (items.length > page.limit && (isAtLeast || items.length === total)) {
    return { items: items.slice(page.offset, page.offset + page.limit), total: items.length };
  }
  if (!isAtLeast) return answer;
  const seen = page.offset + items.length;
  return items.length < page.limit
    ? { items, total: seen }
    : { items, total: Math.max(total, seen + 1), isAtLeast: true };
}

function uncounted(): DomainError {
  return new DomainError('UNSUPPORTED', 'The platform does not say how long this list is: begin from its start.');
}

function beyondOffsets(): DomainError {
  const message = `The platform shows no more of a list than its first ${offsetLimits.max} records and a page: filter it, or begin from its other end.`;
  return new DomainError('UNSUPPORTED', message);
}
