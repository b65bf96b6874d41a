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

/** One term: the attribute is (`eq`) the one value, or is one of (`in`) them. */
export interface Term {
  readonly attribute: string;
  readonly operator: FilterOperator;
  readonly values: readonly string[];
}

/** Of products. One that lacks the attribute never fits. */
export interface Condition extends Term {
  readonly attribute: FilterAttribute;
  /** Of a name: the language that the shopper is shown it in; absent: as it was published. */
  readonly language?: string;
}

/** A condition whose values stand in the one form that equal conditions share: see `canonicalCondition`. */
export interface CanonicalCondition extends Condition {
  /** Equal conditions, equal texts, and different ones different texts: short, however many values there are. */
  readonly key: string;
}

/** Joined by AND, in the order of their attributes; empty means every product. */
export type ProductFilter = readonly CanonicalCondition[];
