/** What a storefront shows: lists that it pages through, and products. */
import type { ExplicitContext } from '../../../src/domain/shopper-context.ts';
import { formatGlobalId } from '../../../src/graphql/schema/global-id.ts';
import type { Data } from './cache-client.ts';

export interface Screen {
  readonly document: string;
  /** Of its first page; the context and ids with their marks among them. */
  readonly variables: object;
  /** The members of the context that it states. */
  readonly context: ExplicitContext;
  /** The same, without a context: headers say it. */
  readonly plainVariables: object;
  /** Where its list is, and how long a page is. */
  readonly at: readonly string[];
  readonly size: number;
  readonly isBackwards: boolean;
}

const card = `fragment Card on Product { __typename id resourceId name language tags
  price(currency: "EUR") { money { amount formatted } includesTax } parent { __typename id resourceId name } }`;
const page = (node: string) => `totalCount pageInfo { hasNextPage hasPreviousPage startCursor endCursor }
  edges { cursor node { __typename ${node} } }`;

const listDocument = `query List($context: ContextInput, $filter: ProductFilter, $size: Int, $cursor: String) {
  products(context: $context, filter: $filter, first: $size, after: $cursor) { ${page('...Card')} } } ${card}`;
const nodesDocument = `query Nodes($context: ContextInput, $size: Int, $cursor: String) {
  catalogNodes(context: $context, first: $size, after: $cursor) { ${page('id resourceId name language parent { __typename id resourceId name }')} } }`;
const childrenDocument = `query Children($context: ContextInput, $parent: ID!, $filter: ProductFilter, $size: Int, $cursor: String) {
  childProducts(context: $context, productId: $parent, filter: $filter, last: $size, before: $cursor) { ${page('...Card')} } } ${card}`;
const details = `...Card description priceRange(currency: "EUR") { min { money { amount formatted } } }
  variations { __typename id resourceId name options { __typename id resourceId name } }
  breadcrumbNodes { __typename id resourceId name }
  variationMatrix(first: $size, after: $cursor) { ${page('optionIds productId product { ...Card }')} }`;
const productDocument = `query Product($context: ContextInput, $id: ID!, $size: Int, $cursor: String) {
  product(context: $context, id: $id) { ${details} } } ${card}`;
const nodeDocument = `query Node($id: ID!, $size: Int, $cursor: String) { node(id: $id) { __typename id ... on Product { ${details} } } } ${card}`;

export function listScreen(context: ExplicitContext, filter: object | null): Screen {
  const variables = { filter, size: 7 };
  return toScreen(listDocument, { context, variables, at: ['products'] });
}

export function nodesScreen(context: ExplicitContext): Screen {
  return toScreen(nodesDocument, { context, variables: { size: 4 }, at: ['catalogNodes'] });
}

/** Backwards, from its end. */
export function childrenScreen(context: ExplicitContext, parent: string, filter: object | null): Screen {
  const variables = { parent, filter, size: 5 };
  return { ...toScreen(childrenDocument, { context, variables, at: ['childProducts'] }), isBackwards: true };
}

export function productScreen(context: ExplicitContext, id: string): Screen {
  return toScreen(productDocument, { context, variables: { id, size: 6 }, at: ['product', 'variationMatrix'] });
}

/** Of the id that another screen shows. */
export function nodeScreen(context: ExplicitContext, { id, resourceId }: { id: string; resourceId: string }): Screen {
  return {
    document: nodeDocument,
    variables: { id, size: 6 },
    plainVariables: { id: formatGlobalId('Product', resourceId), size: 6 },
    context,
    at: ['node', 'variationMatrix'],
    size: 6,
    isBackwards: false,
  };
}

function toScreen(
  document: string,
  {
    context,
    variables,
    at,
  }: {
    context: ExplicitContext;
    variables: { readonly [name: string]: unknown; readonly size: number };
    at: readonly string[];
  },
): Screen {
  const plainVariables = variables;
  return {
    ...{ document, context, plainVariables, at, size: variables.size, isBackwards: false },
    variables: { ...variables, context },
  };
}

/** The list of what a screen shows; null: there is none. */
export function listOf({ at }: Screen, data: Data): Data {
  return at.reduce((value, name) => value?.[name] ?? null, data);
}

/** Without what differs from one context's ids, or from one page's cursors, to another's. */
export function factsOf(value: Data): Data {
  if (typeof value !== 'object' || value === null) return value ?? null;
  if (Array.isArray(value)) return value.map(factsOf);
  const left = Object.entries(value).filter(([name]) => !/^(id|cursor|startCursor|endCursor|__typename)$/.test(name));
  return Object.fromEntries(left.map(([name, member]) => [name, factsOf(member)]));
}
