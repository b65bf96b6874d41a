/** The orders of lists of products. */
import type { ArgBuilder } from '@pothos/core';
import type { ProductSort, SortKey } from '../../domain/product/product-sort.ts';
import { builder, type Types } from '../schema/builder.ts';

export const ProductSortEnum = builder.enumType('ProductSort', {
  description: 'An order of a list of products. Products of equal rank stand as in `UPDATED_AT_DESC`.',
  values: {
    UPDATED_AT_DESC: { value: 'updated_at_desc', description: 'The last updated first, then by id.' },
    CREATED_AT_DESC: {
      value: 'created_at_desc',
      description: 'The last created first; those of which the platform does not say when come last.',
    },
    NAME_ASC: {
      value: 'name_asc',
      description:
        'By the names that are shown, as readers of their language order them (the collation of CLDR); by their first 200 characters.',
    },
    NAME_DESC: { value: 'name_desc', description: 'The same, the other way round.' },
    PRICE_ASC: {
      value: 'price_asc',
      description:
        'The lowest price first, as `price` and `priceRange` say it: as of now, sales counted while they last; of a parent the least ' +
        'of its live children. Products without a price come last. Needs `currency`. Its cursors hold the moment: whoever pages ' +
        'on stays in the order as of then.',
    },
    PRICE_DESC: { value: 'price_desc', description: 'The same, the highest price first; without a price still last.' },
  } as const satisfies Record<string, { readonly value: SortKey; readonly description: string }>,
});

export function sortArguments(t: ArgBuilder<Types>) {
  return {
    sort: t({
      type: ProductSortEnum,
      description: 'The order; null: `UPDATED_AT_DESC`. A cursor belongs to the order that it was made in.',
    }),
    currency: t({
      type: 'CurrencyCode',
      description: 'What prices are compared in, for `PRICE_ASC` and `PRICE_DESC`, which need it (rule `required`).',
    }),
  };
}

export interface SortArguments {
  readonly sort?: SortKey | null | undefined;
  readonly currency?: string | null | undefined;
}

export function toProductSort({ sort, currency }: SortArguments): ProductSort {
  return { key: sort ?? 'updated_at_desc', currency: currency ?? null };
}
