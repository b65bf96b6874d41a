/**
 * What the contract's filter matrix allows (contract, "Filtering"): which attribute takes which operator. Both faces,
 * the checks and the SQL compiler read this one table.
 */
export const filterMatrix = {
  id: ['in'],
  name: ['eq', 'in'],
  sku: ['eq', 'in'],
  slug: ['eq', 'in'],
  mpn: ['eq', 'in'],
  upc_ean: ['eq', 'in'],
  product_types: ['eq', 'in'],
  tags: ['eq', 'in'],
} as const satisfies Record<string, readonly FilterOperator[]>;

export type FilterAttribute = keyof typeof filterMatrix;
export type FilterOperator = 'eq' | 'in';

/** One term: the attribute is (`eq`) the one value, or is one of (`in`) them. A product that lacks the attribute never fits. */
export interface Condition {
  readonly attribute: FilterAttribute;
  readonly operator: FilterOperator;
  readonly values: readonly string[];
}

/** Joined by AND; empty means every product. Always in canonical form: see `canonicalFilter`. */
export type ProductFilter = readonly Condition[];
