import { isObject } from '../../domain/input/is-object.ts';

export interface PageCount {
  /** As it stands there: whether it is a number is for the reader to say. */
  readonly total: unknown;
  /** Whoever counted it stopped early: the list may be longer. */
  readonly isAtLeast: boolean;
}

/** What a page says of its list's length, in `meta.results`: by another `total_method` than `exact` a lower bound, or as many as were seen. */
export function pageCountOf(meta: unknown): PageCount {
  const results = isObject(meta) && isObject(meta.results) ? meta.results : {};
  const { total, total_method: method } = results;
  return { total, isAtLeast: method != null && method !== 'exact' };
}
