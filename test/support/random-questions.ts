/** Lists of products as shoppers request them, at random: parents, filters, contexts and sizes of pages that there are, and others. */
import fc from 'fast-check';
import { demoIds } from '../../src/demo/demo-ids.ts';
import { type FilterAttribute, filterMatrix } from '../../src/domain/filter/filter.ts';
import { formatFilter } from '../../src/domain/filter/parse-filter.ts';
import type { AskOptions } from './gateway.ts';
import type { RestOptions } from './rest-gateway.ts';

const { products } = demoIds;
export const unknownId = '00000000-0000-4000-8000-000000000000';

const parent = fc.constantFrom(
  products.showcaseParent,
  products.manyChildrenParent,
  products.childlessParent,
  products.notOnMobile,
  products.standard,
  products.draftParent,
  products.bundle,
  unknownId,
  'ü " \\',
);

/** Values that are found, in another case, and what is only sent to do harm. */
const hostile = fc.constantFrom(
  "' or 1=1 --",
  '%',
  '_',
  '\\',
  '"',
  "'",
  ',',
  ':',
  ')',
  '(',
  '+',
  'É',
  '😀',
  ' x ',
  '__proto__',
);
const values: Record<FilterAttribute, fc.Arbitrary<string>> = {
  id: fc.constantFrom(products.showcaseChild, products.draftChild, products.standard, unknownId),
  name: fc.constantFrom('Storm Shell Jacket, L, Lichen Green, Long', 'storm shell jacket', 'Alpine Kettle'),
  sku: fc.constantFrom('STORM-SHELL-L-LICHEN-LONG', 'storm-shell-l-lichen-long'),
  slug: fc.constantFrom('storm-shell-l-lichen-long', 'alpine-kettle'),
  mpn: fc.constantFrom('STORM', 'X-1'),
  upc_ean: fc.constantFrom('4006381333931', '0'),
  product_types: fc.constantFrom('child', 'parent', 'standard', 'bundle', 'Child'),
  tags: fc.constantFrom('rain', 'RAIN', 'camp', 'sale', 'nothing'),
};

const namesInGraphQL: Partial<Record<FilterAttribute, string>> = { upc_ean: 'upcEan', product_types: 'productTypes' };

const conditionOf = (attribute: FilterAttribute) =>
  fc.record({
    attribute: fc.constant(attribute),
    operator: fc.constantFrom(...filterMatrix[attribute]),
    values: fc.array(fc.oneof({ weight: 4, arbitrary: values[attribute] }, hostile), { minLength: 1, maxLength: 3 }),
  });
const filter = fc
  .subarray(Object.keys(filterMatrix) as FilterAttribute[], { maxLength: 2 })
  .chain((attributes) => fc.tuple(...attributes.map(conditionOf)))
  .map((conditions) =>
    conditions.map((condition) =>
      condition.operator === 'eq' ? { ...condition, values: condition.values.slice(0, 1) } : condition,
    ),
  );

const context = fc.record({
  channel: fc.constantFrom('', 'mobile', 'nobody-knows'),
  tag: fc.constantFrom('', 'vip'),
  language: fc.constantFrom('', 'de', 'fr-CH, de;q=0.5', '*'),
});

export const question = fc.record({
  parentId: fc.option(parent, { freq: 4 }),
  filter,
  context,
  limit: fc.constantFrom(1, 3, 25, 100, 0, 101),
});
export type Question = typeof question extends fc.Arbitrary<infer Value> ? Value : never;

/** Over REST. */
export function restOf({ parentId, filter, context, limit }: Question): ['GET', string, RestOptions] {
  const path = parentId === null ? '/products' : `/products/${encodeURIComponent(parentId)}/relationships/children`;
  const query = `filter=${encodeURIComponent(formatFilter(filter))}&page[limit]=${limit}`;
  const headers = {
    'EP-Channel': context.channel,
    'EP-Context-Tag': context.tag,
    'Accept-Language': context.language,
  };
  return ['GET', `/v2/pcm/catalog${path}?${query}`, { as: 'nobody', headers }];
}

/** In the graph. */
export function graphQLOf(
  { parentId, filter, context, limit }: Question,
  selected: string,
): [string, object, AskOptions] {
  const conditions = filter.map(({ attribute, operator, values }) => {
    const name = namesInGraphQL[attribute] ?? attribute;
    return [name, operator === 'eq' ? { eq: values[0] } : { in: values }];
  });
  const field = parentId === null ? 'products(' : `childProducts(productId: ${JSON.stringify(parentId)}, `;
  return [
    `query($filter: ProductFilter, $first: Int) { list: ${field}filter: $filter, first: $first) { ${selected} } }`,
    { filter: Object.fromEntries(conditions), first: limit },
    { as: 'nobody', ...context, language: context.language === '*' ? '' : context.language },
  ];
}
