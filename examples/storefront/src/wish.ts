/** Which of a category's products a shopper wants to see, and in which order. */
import type { ProductFilter, ProductSort } from './generated/graphql.ts';

export interface Wish {
  readonly sort: ProductSort;
  /** Null: all of them. */
  readonly search: string | null;
  readonly tags: readonly string[];
  /** The options that are ticked of each variation, by its id. */
  readonly options: Readonly<Record<string, readonly string[]>>;
  /** In the lowest denomination of the currency; null: any price. */
  readonly maxAmount: number | null;
}

export const noWish: Wish = { sort: 'UPDATED_AT_DESC', search: null, tags: [], options: {}, maxAmount: null };

/** Whether facets leave anything out, whatever is searched for. */
export function isNarrowed({ tags, options, maxAmount }: Wish): boolean {
  return tags.length > 0 || maxAmount !== null || Object.values(options).some((ids) => ids.length > 0);
}

/** As variables of the queries. */
export function toVariables({ sort, search, ...wish }: Wish, currency: string) {
  return { sort, search, filter: toFilter(wish, currency) };
}

function toFilter({ tags, options, maxAmount }: Omit<Wish, 'sort' | 'search'>, currency: string): ProductFilter {
  const ticked = Object.values(options).filter((ids) => ids.length > 0);
  return {
    ...(tags.length > 0 && { tags: { in: [...tags] } }),
    ...(ticked.length > 0 && { options: ticked.map((ids) => [...ids]) }),
    ...(maxAmount !== null && { price: { currency, max: String(maxAmount) } }),
  };
}
