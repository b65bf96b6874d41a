/** The loads' questions in the schemas that P4 and P5 make: of the REST face, and of the tables. */
import type { Asked, Data } from '../speed/http-ask.ts';
import type { ReadLoad } from '../speed/loads.ts';

type Translation = (asked: Asked) => Asked;

const attributes = `name sku slug status commodity_type upc_ean manufacturer_part_num tags created_at updated_at price`;
const money = 'with_tax { amount currency formatted } without_tax { amount currency formatted }';
const everything = `id type attributes { ${attributes} description base_product base_product_id curated_product external_ref published_at
    price_modifiers tiers components custom_inputs extensions }
  relationships { files { data { id } } main_image { data { id } } links { self } }
  meta { sale_id sale_expires display_price { ${money} } original_price original_display_price { ${money} } pricebook_id
    product_types language bread_crumbs bread_crumb_nodes catalog_id catalog_source price_modifiers
    variations { id name sort_order options { id name sort_order } } }`;

const restChildren = (id: string, count: number, selection: string) =>
  `listChildProducts(product_id: ${id}, page_LEFT_SQUARE_BRACE_limit_RIGHT_SQUARE_BRACE_: ${count}) {
    ... on listChildProducts_200_response { meta { results { total } } data { ${selection} } } }`;
const restProduct = (id: string, selection: string) =>
  `getProduct(product_id: ${id}) { ... on getProduct_200_response { data { ${selection} } } }`;

/** `type`: of the id, in that schema. */
const ofId = (field: string, type = 'String!'): Translation => {
  return ({ variables }) => ({ query: `query($id: ${type}) { ${field} }`, variables });
};

/** Mesh makes a type of each parameter that has a pattern. */
const parentId = 'queryInput_listChildProducts_product_id!';
const productId = 'queryInput_getProduct_product_id!';

const hundredOverRest = ofId(restChildren('$id', 100, `id attributes { ${attributes} }`), parentId);

/** A variant can't be requested: the matrix would have to be read, and the product then. */
export const restQueries: Partial<Record<ReadLoad, Translation>> = {
  a: hundredOverRest,
  cold: hundredOverRest,
  b: ofId(restChildren('$id', 25, everything), parentId),
  c: ofId(restProduct('$id', `id attributes { ${attributes} description tiers }`), productId),
  d: (asked) =>
    aliased(asked, { product: productId, parent: parentId }, ({ product, parent }, at) => [
      `p${at}: ${restProduct(product, 'id attributes { name } meta { variations { name options { id name } } }')}`,
      `c${at}: ${restChildren(parent, 5, `id attributes { ${attributes} }`)}`,
    ]),
};

/** All of a product but its columns is in its document, a text. */
const tableChildren = (id: string, count: number) =>
  `allReleaseProducts(condition: { releaseId: 1, parentId: ${id}, isLive: 1 }, orderBy: SORT_KEY_ASC, first: ${count}) {
    nodes { productId name sku slug mpn upcEan document } }`;
const tableProduct = (id: string, selection: string) =>
  `releaseProductByReleaseIdAndProductId(releaseId: 1, productId: ${id}) { ${selection} }`;

export const tableQueries: Partial<Record<ReadLoad, Translation>> = {
  a: ofId(tableChildren('$id', 100)),
  b: ofId(tableChildren('$id', 25)),
  c: ofId(tableProduct('$id', 'productId name sku slug mpn upcEan document')),
  d: (asked) =>
    aliased(asked, { product: 'String!', parent: 'String!' }, ({ product, parent }, at) => [
      `p${at}: ${tableProduct(product, 'name document matrix')}`,
      `c${at}: ${tableChildren(parent, 5)}`,
    ]),
};

interface Ids {
  readonly product: string;
  readonly parent: string;
}

/** Only the parents of the variables: nobody here finds a variant by its options. Each has a variable for either type. */
function aliased({ variables }: Asked, types: Ids, fields: (names: Ids, at: number) => readonly string[]): Asked {
  const parents = Object.entries(variables).filter(([name]) => name.startsWith('p'));
  const declared = parents.map(([name]) => `$${name}: ${types.product}, $${name}c: ${types.parent}`);
  const asked = parents.flatMap(([name], at) => fields({ product: `$${name}`, parent: `$${name}c` }, at));
  const given = parents.flatMap(([name, id]) => [
    [name, id],
    [`${name}c`, id],
  ]);
  return { query: `query(${declared.join(', ')}) { ${asked.join('\n')} }`, variables: Object.fromEntries(given) };
}

/** What answers of different schemas have in common: which products, in which order. Variants are left out. */
export function skusOf(value: Data): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, member]) => {
    if (key === 'sku') return typeof member === 'string' ? [member] : [];
    return key === 'variant' ? [] : skusOf(member);
  });
}
