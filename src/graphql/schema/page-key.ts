import { cursorConstraint } from '../../domain/paging/cursor.ts';
import type { PageRequest } from '../../domain/paging/list-page.ts';
import { beginningOfLong } from '../../lib/key-text.ts';

/** Of each character there may be two units. */
const longestCursor = 2 * cursorConstraint.maxLength;

/** Equal requests of a list, equal keys: for loaders. */
export function pageKey({ page: { first, after, last, before }, withTotal }: PageRequest): readonly unknown[] {
  return [first, beginningOfLong(after, longestCursor), last, beginningOfLong(before, longestCursor), withTotal];
}
