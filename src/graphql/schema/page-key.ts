import type { PageRequest } from '../../domain/paging/list-page.ts';

/** Equal requests of a list, equal keys: for loaders. */
export function pageKey({ page: { first, after, last, before }, withTotal }: PageRequest): readonly unknown[] {
  return [first, after, last, before, withTotal];
}
