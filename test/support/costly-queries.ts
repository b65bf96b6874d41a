import { demoIds } from '../../src/demo/demo-ids.ts';

export interface CostlyProducts {
  /** Has the most children. */
  readonly parent: string;
  /** Has a matrix whose products have one. */
  readonly showcase: string;
  readonly bundle: string;
}

const { manyChildrenParent, showcaseParent, bundle } = demoIds.products;
const ofDemo: CostlyProducts = { parent: manyChildrenParent, showcase: showcaseParent, bundle };

/** Scalars, and the objects that are stored within a product. */
export const everything = `id resourceId name description slug sku status commodityType isBaseProduct baseProductId isCurated upcEan
  manufacturerPartNum externalRef tags productTypes language publishedAt createdAt updatedAt catalogId catalogSource
  saleId saleExpires pricebookId priceModifierNames mainImageId builtChildren(first: 100) { nodes { productId } }
  prices { money { currency amount formatted } includesTax }
  tiers { name minimumQuantity prices { money { currency amount formatted } includesTax } }
  priceModifiers { name modifierType prices { money { currency amount } } tiers { name minimumQuantity prices { money { currency amount } } } }
  displayPrice { withTax { amount currency formatted } withoutTax { amount currency formatted } }
  originalPrices { money { currency amount formatted } }
  originalDisplayPrice { withTax { amount currency formatted } withoutTax { amount currency formatted } }
  customInputs { key name isRequired validationRules { maxLength } }
  extensions { template attributes { key value } }
  files { resourceId createdAt }
  variations { resourceId name sortOrder options { resourceId name description sortOrder } }
  breadcrumbs { nodeId node { name } path { name } }
  breadcrumbNodes { id name slug parent { name } }`;

export const times = (count: number, write: (index: number) => string) =>
  Array.from({ length: count }, (_, i) => write(i)).join(' ');

/** Queries of a size: the larger, the more costly. Of the demo store's products, unless others are named. */
export const candidates: Readonly<Record<string, (size: number, products?: CostlyProducts) => string>> = {
  'pages of 100 names': (size) =>
    `{ ${times(size, (i) => `p${i}: products(first: 100, filter: { tags: { eq: "t${i}" } }) { nodes { name } }`)} }`,
  'other pages of 100 ids': (size) =>
    `{ ${times(size, (i) => `p${i}: products(first: ${100 - (i % 50)}, filter: { productTypes: { in: ["standard", "child", "parent", "x${i}"] } }) { nodes { id } }`)} }`,
  'totals of different filters': (size) =>
    `{ ${times(size, (i) => `p${i}: products(first: 1, filter: { productTypes: { in: ["child", "x${i}"] } }) { totalCount }`)} }`,
  'totals of different children': (size, { parent } = ofDemo) =>
    `{ ${times(size, (i) => `p${i}: childProducts(productId: "${parent}", first: ${1 + (i % 100)}, filter: { productTypes: { in: ["child", "x${i}"] } }) { totalCount }`)} }`,
  'pages with nothing of them': (size) =>
    `{ ${times(size, (i) => `p${i}: products(first: ${100 - (i % 50)}) { __typename }`)} }`,
  'children of a page': (size) =>
    `{ products(first: ${Math.min(size, 100)}, filter: { productTypes: { eq: "parent" } }) { nodes { name childProducts(first: 100) { nodes { name } } } } }`,
  'children with everything': (size, { parent } = ofDemo) =>
    `{ ${times(size, (i) => `p${i}: childProducts(productId: "${parent}", first: ${Math.min(size, 100)}) { nodes { ${everything} } }`)} }`,
  'a page with everything': (size) => `{ products(first: ${Math.min(size, 100)}) { nodes { ${everything} } } }`,
  'aliased leaves': (size) => `{ products(first: 100) { nodes { ${times(size, (i) => `n${i}: description`)} } } }`,
  'aliased formatted prices': (size) =>
    `{ products(first: 100) { nodes { ${times(size, (i) => `n${i}: price(currency: "EUR") { money { formatted } }`)} } } }`,
  'a matrix of parents': (size, { showcase } = ofDemo) =>
    `{ ${times(size, (i) => `p${i}: product(id: "${showcase}") { variationMatrix(first: 100) { nodes { optionIds product { name sku variationMatrix(first: 100) { nodes { productId } } } } } }`)} }`,
  'matrices of a page': (size) =>
    `{ products(first: ${Math.min(size, 100)}) { nodes { variationMatrix(first: 100) { nodes { product { name parent { variationMatrix(first: 100) { nodes { product { name } } } } } } } } } }`,
  'child ids': (size) =>
    `{ products(first: 100) { nodes { ${times(size, (i) => `i${i}: builtChildren(first: 100) { nodes { productId } }`)} } } }`,
  'all of a bundle': (size, { bundle } = ofDemo) =>
    `{ ${times(size, (i) => `b${i}: product(id: "${bundle}") { ${everything} componentProducts { ${everything} } components { key options { product { ${everything} } } } }`)} }`,
  introspection: (size) =>
    `{ ${times(size, (i) => `s${i}: __schema { types { name description fields { name description args { name description type { name } } type { name ofType { name ofType { name } } } } inputFields { name description } enumValues { name description } } }`)} }`,
  'introspection of names': (size) =>
    `{ __schema { types { fields { args { type { ${times(size, (i) => `n${i}: name`)} } } } } } }`,
};
