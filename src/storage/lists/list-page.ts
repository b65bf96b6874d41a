import type { Page, Window } from '../../domain/paging/page.ts';
import type { OrdinalSet } from '../index/ordinal-set.ts';
import type { Place } from '../index/release-index.ts';

/** A page before its products are read. */
export interface OrdinalPage extends Pick<Page<never>, 'hasPrevious' | 'hasNext'> {
  readonly ordinals: readonly number[];
}

/** A page is a slice between two ranks. `places`: where the window's bounds stand. */
export function pageOf(set: OrdinalSet, window: Window, places: ReadonlyMap<string, Place>): OrdinalPage {
  const { limit, from, after, before, skip } = window;
  const first = after === null ? 0 : set.rankOf((places.get(after) as Place).upTo);
  const end = before === null ? set.size : set.rankOf((places.get(before) as Place).before);
  const [begin, until] =
    from === 'start'
      ? [first + skip, Math.min(first + skip + limit, end)]
      : [Math.max(first, end - skip - limit), end - skip];
  return { ordinals: set.slice(begin, until), hasPrevious: begin > 0, hasNext: until < set.size };
}
