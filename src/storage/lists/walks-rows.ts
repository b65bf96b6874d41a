/** Which lists may have to look at more rows than a page shows, before anything is looked up. */
import type { Condition, ProductFilter } from '../../domain/filter/filter.ts';
import type { Window } from '../../domain/paging/page.ts';
import { labelKindOf } from './filter-sql.ts';

/** What no two products of a release share. */
const unique: ReadonlySet<Condition['attribute']> = new Set(['id', 'sku', 'slug']);
/** That a statement may look at beside the page's own, where every request waits for it. */
export const maxRows = 100;

export interface WalkedList {
  readonly filter: ProductFilter;
  readonly isOfParent: boolean;
  readonly window: Pick<Window, 'skip'>;
  readonly withTotal: boolean;
}

export function walksRows({ filter, isOfParent, window, withTotal }: WalkedList): boolean {
  const [named] = filter.filter(isUnique).map(({ values }) => values.length);
  if (named !== undefined) return named > maxRows;
  if (window.skip > maxRows) return true;
  if (filter.length === 0) return false;
  const isOneLabel = filter.length === 1 && filter.every(isLabelOfOne) && !isOfParent;
  return withTotal || !isOneLabel;
}

/** A condition that as many products fit as it has values. */
export function isUnique({ attribute }: Condition): boolean {
  return unique.has(attribute);
}

/** All products that fit it stand together in the labels' index, in the list's order. */
export function isLabelOfOne(condition: Condition): boolean {
  return labelKindOf(condition) !== null && condition.values.length === 1;
}
