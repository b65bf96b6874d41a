import {
  canonicalCondition,
  filterValueConstraint,
  filterValuesConstraint,
  sortConditions,
  valueViolations,
} from '../../domain/filter/canonical-filter.ts';
import type { CanonicalCondition, FilterAttribute, FilterOperator } from '../../domain/filter/filter.ts';
import type { Violation } from '../../domain/input/violations.ts';
import type { ListQuery } from '../../domain/product/ports.ts';
import { builder } from '../schema/builder.ts';
import { constrainedBy } from '../schema/constraint.ts';
import { toResourceId } from '../schema/global-id.ts';

const TextCondition = builder.inputType('TextFilter', {
  isOneOf: true,
  description: 'What a text attribute must be: give exactly one member. Upper and lower case differ.',
  fields: (t) => ({
    eq: t.string({ ...constrainedBy(filterValueConstraint, 'Exactly this value.') }),
    in: t.stringList({ ...constrainedBy(filterValuesConstraint, 'One of these values.') }),
  }),
});

const IdCondition = builder.inputType('IdFilter', {
  isOneOf: true,
  description: 'Which products: set exactly one member.',
  fields: (t) => ({
    in: t.idList({
      ...constrainedBy(filterValuesConstraint, "One of these products: global ids or the platform's own."),
    }),
  }),
});

const ListCondition = builder.inputType('ListFilter', {
  isOneOf: true,
  description: 'What an attribute with several values must contain: set exactly one member.',
  fields: (t) => ({
    eq: t.string({ ...constrainedBy(filterValueConstraint, 'Contains this value.') }),
    in: t.stringList({ ...constrainedBy(filterValuesConstraint, 'Contains any of these values.') }),
  }),
});

/** The contract's filter matrix: the attributes, and for each only the operators that it takes. */
export const ProductFilterInput = builder.inputType('ProductFilter', {
  description:
    'Which products are listed: a product must match every member that is set (AND). A product without the attribute never matches.',
  fields: (t) => ({
    id: t.field({ type: IdCondition, description: "The product's id." }),
    name: t.field({
      type: TextCondition,
      description: "The product's name, in the language that it is shown in here.",
    }),
    sku: t.field({ type: TextCondition, description: 'The stock keeping unit.' }),
    slug: t.field({ type: TextCondition, description: 'The slug.' }),
    mpn: t.field({ type: TextCondition, description: "The manufacturer's part number." }),
    upcEan: t.field({ type: TextCondition, description: 'The universal product code or European article number.' }),
    productTypes: t.field({ type: ListCondition, description: 'The types: standard, parent, child, bundle.' }),
    tags: t.field({ type: ListCondition, description: 'The tags; case does not matter.' }),
  }),
});

const attributes = {
  id: 'id',
  name: 'name',
  sku: 'sku',
  slug: 'slug',
  mpn: 'mpn',
  upcEan: 'upc_ean',
  productTypes: 'product_types',
  tags: 'tags',
} as const satisfies Record<keyof ProductFilterArgument, FilterAttribute>;

type ProductFilterArgument = typeof ProductFilterInput.$inferInput;
type FilterField = keyof typeof attributes;
type ParsedFilter = Pick<ListQuery, 'filter' | 'faults'>;

/** The filter in canonical form, and what is wrong with its values. */
export function toProductFilter(
  argument: ProductFilterArgument | null | undefined,
  maxViolations: number,
): ParsedFilter {
  const fields = (Object.keys(attributes) as FilterField[]).filter((field) => argument?.[field] != null);
  const checked = fields.map((field) => checkOnce(field, argument?.[field] ?? {}, maxViolations));
  return {
    filter: sortConditions(checked.map(({ condition }) => condition)),
    faults: checked.flatMap(({ faults }) => faults),
  };
}

interface ConditionArgument {
  readonly eq?: string | null;
  readonly in?: readonly string[] | null;
}

interface CheckedCondition {
  readonly condition: CanonicalCondition;
  readonly faults: readonly Violation[];
}

/** Many fields of a request may share one list, as a variable: it is looked at once. */
const checkedLists = new WeakMap<readonly string[], Map<FilterField, CheckedCondition>>();

function checkOnce(field: FilterField, { eq, in: values }: ConditionArgument, maxViolations: number): CheckedCondition {
  if (eq != null) return checkCondition(field, 'eq', [eq], maxViolations);
  if (values == null) return checkCondition(field, 'in', [], maxViolations);
  const ofList = checkedLists.get(values) ?? new Map<FilterField, CheckedCondition>();
  checkedLists.set(values, ofList);
  const checked = ofList.get(field) ?? checkCondition(field, 'in', values, maxViolations);
  ofList.set(field, checked);
  return checked;
}

function checkCondition(
  field: FilterField,
  operator: FilterOperator,
  given: readonly string[],
  maxViolations: number,
): CheckedCondition {
  const attribute = attributes[field];
  const values = attribute === 'id' ? given.map((id) => toResourceId('Product', id)) : given;
  const condition = { attribute, operator, values };
  const path = ['filter', field, operator];
  const pathOf = (index: number | null) => (index === null ? path : [...path, index]);
  return { condition: canonicalCondition(condition), faults: valueViolations(condition, pathOf, maxViolations) };
}
