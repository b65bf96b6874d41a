import { sortConditions } from '../../domain/filter/canonical-filter.ts';
import { identifierFault } from '../../domain/input/identifiers.ts';
import type { ListQuery } from '../../domain/product/ports.ts';
import type { VariantFilter } from '../../domain/product/variant-filter.ts';
import { createMemo, memoised } from '../../lib/memo.ts';
import { builder } from '../schema/builder.ts';
import { checkCondition, type FilterMember, IdCondition, ListCondition, TextCondition } from '../schema/conditions.ts';

const PriceFilterInput = builder.inputType('PriceFilter', {
  description: 'Bounds of a price, in one currency; both included. Without bounds: that there is a price.',
  fields: (t) => ({
    currency: t.field({ type: 'CurrencyCode', required: true, description: 'The currency.' }),
    min: t.field({ type: 'BigInt', description: 'The least amount, in the lowest denomination; null: any.' }),
    max: t.field({
      type: 'BigInt',
      description: 'The greatest amount, not less than `min` (rule `range`); null: any.',
    }),
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
    price: t.field({
      type: PriceFilterInput,
      description:
        'What it costs now, as `price` says it; a parent matches by a live child that does, and matches the `options` too.',
    }),
    options: t.field({
      type: t.listRef(t.listRef('ID')),
      description:
        'Options of variations, by their `resourceId`: one of each list (size small or medium, and red). A child has them, and a parent ' +
        'matches by a live child that has them all. A live child whose parent is a draft is listed, but matches none: its options are ' +
        "its parent's to say.",
    }),
    tags: t.field({ type: ListCondition, description: 'The tags; case does not matter.' }),
  }),
});

type ProductFilterArgument = typeof ProductFilterInput.$inferInput;

const members = [
  { name: 'id', attribute: 'id', type: 'Product' },
  { name: 'name', attribute: 'name' },
  { name: 'sku', attribute: 'sku' },
  { name: 'slug', attribute: 'slug' },
  { name: 'mpn', attribute: 'mpn' },
  { name: 'upcEan', attribute: 'upc_ean' },
  { name: 'productTypes', attribute: 'product_types' },
  { name: 'tags', attribute: 'tags' },
] as const satisfies readonly (FilterMember & { readonly name: keyof ProductFilterArgument })[];

type ParsedFilter = Pick<ListQuery, 'filter' | 'variants' | 'faults'>;

/** The filter in canonical form, and what is wrong with its values. */
export function toProductFilter(
  argument: ProductFilterArgument | null | undefined,
  maxViolations: number,
): ParsedFilter {
  const checked = members.flatMap((member) => {
    const condition = argument?.[member.name];
    return condition == null ? [] : [checkCondition(member, condition, maxViolations)];
  });
  return {
    filter: sortConditions(checked.map(({ condition }) => condition)),
    variants: toVariantFilter(argument),
    faults: checked.flatMap(({ faults }) => faults),
  };
}

function toVariantFilter(argument: ProductFilterArgument | null | undefined): VariantFilter {
  const { price, options } = argument ?? {};
  return {
    price: price ? { currency: price.currency, min: price.min ?? null, max: price.max ?? null } : null,
    options: options ? memoised(readOptions, options, () => options.map(onlyIds)) : [],
  };
}

/** Of an argument that many fields may share. */
const readOptions = createMemo<readonly (readonly string[])[], VariantFilter['options']>('options');

/** What no option's id can be finds none: it may be a megabyte, and a list's options are looked at again and again. */
function onlyIds(list: readonly string[]): readonly string[] {
  return list.filter((id) => identifierFault(id) === null);
}
