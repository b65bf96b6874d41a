/** A store that the schemas allow: each record at random, and what names another record names one that is there. */
import fc from 'fast-check';
import { applicationKeyRecord } from '../../../src/contract/application-key.ts';
import { catalogRule } from '../../../src/contract/catalog-rule.ts';
import { customApi } from '../../../src/contract/custom-api.ts';
import { customField } from '../../../src/contract/custom-field.ts';
import { validation } from '../../../src/contract/custom-field-validation.ts';
import { node } from '../../../src/contract/node.ts';
import { offering } from '../../../src/contract/offering.ts';
import { plan } from '../../../src/contract/plan.ts';
import { product } from '../../../src/contract/product/product.ts';
import { variationMatrix } from '../../../src/contract/product/variation-matrix.ts';
import { regex } from '../../../src/domain/custom-field/regex.ts';
import { identifier } from '../../../src/domain/input/identifiers.ts';
import { arbitraryOf } from './arbitrary-of.ts';

// biome-ignore lint/suspicious/noExplicitAny: records are put together member by member
export type Json = any;

export interface RandomStore {
  readonly catalogs: readonly RandomCatalog[];
  /** Rules, offerings, plans, custom APIs and fields, application keys. */
  readonly others: readonly Json[];
}

export interface RandomCatalog {
  /** The channel whose rule chooses it. */
  readonly channel: string;
  readonly catalog: Json;
  readonly rule: Json;
  readonly nodes: readonly Json[];
  readonly products: readonly Json[];
}

/** What names other records is set where the records are put together, and so are the rules of a field, which stand under its type. */
const instead = new Map<Json, fc.Arbitrary<unknown>>([
  [regex, fc.constantFrom('', '^[a-z]+$', '\\p{L}{2,4}', '(a|b)*')],
  [variationMatrix, fc.constant({})],
  [validation, fc.constant({})],
  [
    customField._zod.def.out.shape.links,
    fc.constant({ self: `/custom-apis/${'0'.repeat(8)}-0000-4000-8000-${'0'.repeat(12)}/fields/x` }),
  ],
]);
const arbitrary = (schema: Parameters<typeof arbitraryOf>[0]) => arbitraryOf(schema, instead) as fc.Arbitrary<Json>;

const ids = (count: number) =>
  fc.uniqueArray(arbitrary(identifier) as fc.Arbitrary<string>, { minLength: count, maxLength: count });
const uuids = (count: number) => fc.uniqueArray(fc.uuid(), { minLength: count, maxLength: count });
const toReference = (id: string, type = 'product') => ({ type, id });

/** Each may hang under one of those before it. */
const parents = (count: number) =>
  fc.tuple(
    ...Array.from({ length: count }, (_, index) => fc.option(fc.nat({ max: Math.max(0, index - 1) }), { freq: 1 })),
  );

const nodesOf = (catalogId: string, count: number): fc.Arbitrary<Json[]> =>
  fc
    .tuple(fc.array(arbitrary(node), { minLength: count, maxLength: count }), ids(count), parents(count))
    .map(([bodies, nodeIds, above]) =>
      bodies.map((body, index) => {
        const parent = index > 0 ? above[index] : null;
        const { parent: _, ...others } = body.relationships || {};
        return {
          ...body,
          id: nodeIds[index],
          relationships: {
            ...others,
            ...(parent != null && { parent: { data: toReference(nodeIds[parent] ?? '', 'node') } }),
          },
          meta: { ...(body.meta || {}), catalog_id: catalogId },
        };
      }),
    );

/** How a family is told: by the child's relationship or attribute, by the parent's children, or by its matrix. */
const tellings = ['parent', 'base_product_id', 'children', 'matrix', 'all'] as const;

const productsOf = (catalogId: string, count: number): fc.Arbitrary<Json[]> =>
  fc
    .tuple(
      fc.array(arbitrary(product), { minLength: count, maxLength: count }),
      ids(count),
      parents(count),
      fc.array(fc.constantFrom(...tellings), { minLength: count, maxLength: count }),
    )
    .map(([bodies, productIds, above, told]) => {
      const childrenOf = (index: number) =>
        productIds.flatMap((_, child) => (child > 0 && above[child] === index ? [child] : []));
      return bodies.map((body, index) => {
        const parent = index > 0 ? (above[index] ?? null) : null;
        const children = childrenOf(index);
        const isToldBy = (child: number, ...ways: readonly string[]) => [...ways, 'all'].includes(told[child] ?? '');
        const { base_product_id: _, slug, sku, ...attributes } = body.attributes;
        const { parent: _parent, children: _children, ...relationships } = body.relationships || {};
        const { variation_matrix, variations, ...meta } = body.meta || {};
        const listed = children.filter((child) => isToldBy(child, 'children'));
        const inMatrix = children.filter((child) => isToldBy(child, 'matrix'));
        const parentId = parent === null ? '' : (productIds[parent] ?? '');
        return {
          ...body,
          id: productIds[index],
          attributes: {
            ...attributes,
            status: 'live',
            ...(slug != null && { slug: `${index}${slug}` }),
            ...(sku != null && { sku: `${index}${sku}` }),
            ...(parent !== null && isToldBy(index, 'base_product_id') && { base_product_id: parentId }),
          },
          relationships: {
            ...relationships,
            ...(parent !== null && isToldBy(index, 'parent') && { parent: { data: toReference(parentId) } }),
            ...(listed.length > 0 && {
              children: { data: listed.map((child) => toReference(productIds[child] ?? '')) },
            }),
          },
          meta: {
            ...meta,
            catalog_id: catalogId,
            ...(inMatrix.length > 0 ? familyMatrix(inMatrix.map((child) => productIds[child] ?? '')) : { variations }),
          },
        };
      });
    });

/** One variation, with an option for each child. */
function familyMatrix(childIds: readonly string[]) {
  const options = childIds.map((_, index) => ({ id: `o${index}`, name: `Option ${index}` }));
  return {
    variations: [{ id: 'v', name: 'Variation', options }],
    variation_matrix: Object.fromEntries(childIds.map((id, index) => [`o${index}`, id])),
  };
}

const catalogOf = (index: number): fc.Arbitrary<RandomCatalog> => {
  const [id, channel] = [`catalog-${index}`, `channel-${index}`];
  return fc
    .tuple(fc.integer({ min: 0, max: 4 }), fc.integer({ min: 1, max: 6 }))
    .chain(([nodes, products]) => fc.tuple(nodesOf(id, nodes), productsOf(id, products)))
    .map(([nodes, products]) => ({
      channel,
      nodes,
      products,
      catalog: { type: 'catalog', id, attributes: { name: id } },
      rule: { type: 'catalog_rule', id: channel, attributes: { name: channel, catalog_id: id, channels: [channel] } },
    }));
};

/** For other channels than those that are read. */
const otherRules = fc.array(arbitrary(catalogRule), { maxLength: 2 }).map((rules) =>
  rules.map((rule, index) => ({
    ...rule,
    id: `rule-${index}`,
    attributes: { ...rule.attributes, catalog_id: 'catalog-0', channels: ['another'] },
  })),
);

const billing = fc.tuple(arbitrary(offering), arbitrary(plan), uuids(2)).map(([sold, billed, [offeringId, planId]]) => [
  { ...sold, id: offeringId },
  { ...billed, id: planId, attributes: { ...billed.attributes, offering_id: offeringId } },
]);

const fieldWithRules = arbitrary(customField).chain(({ links: _, validation: __, ...field }) =>
  fc
    .option(arbitrary(validation.shape[field.field_type as 'string']), { nil: undefined })
    .map((rules) => ({ ...field, ...(rules && { validation: { [field.field_type]: rules } }) })),
);

const customs = fc
  .tuple(arbitrary(customApi), fc.array(fieldWithRules, { maxLength: 3 }), uuids(4))
  .map(([{ links: _, ...api }, fields, [apiId, ...fieldIds]]) => [
    { ...api, id: apiId },
    ...fields.map((field, index) => ({ ...field, id: fieldIds[index], custom_api_id: apiId, slug: `f${index}` })),
  ]);

const keys = fc.tuple(fc.array(arbitrary(applicationKeyRecord), { maxLength: 2 }), uuids(2)).map(([records, keyIds]) =>
  records.map((record, index) => {
    const { client_secret: _, ...shown } = record;
    return { ...shown, id: keyIds[index], client_id: `${index}${record.client_id}` };
  }),
);

export const randomStore: fc.Arbitrary<RandomStore> = fc
  .tuple(
    fc
      .integer({ min: 1, max: 2 })
      .chain((count) => fc.tuple(...Array.from({ length: count }, (_, index) => catalogOf(index)))),
    fc.tuple(otherRules, billing, customs, keys).map((lists) => lists.flat()),
  )
  .map(([catalogs, others]) => ({ catalogs, others }));
