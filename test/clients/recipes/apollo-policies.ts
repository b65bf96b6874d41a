import type {
  FieldMergeFunction,
  FieldPolicy,
  FieldReadFunction,
  Reference,
  StoreObject,
  TypePolicies,
} from '@apollo/client';
import { relayStylePagination } from '@apollo/client/utilities';

interface Pages {
  readonly edges?: readonly unknown[];
  readonly pageInfo?: { readonly startCursor?: string | null; readonly endCursor?: string | null };
}

/** What makes a list another one: all arguments but cursors. Of `first: 4`, four are shown where 24 are requested next. */
const ofList = ['filter', 'search', 'sort', 'currency', 'first', 'last'];

/** `embedded`: the types that have no `id`. Two queries of one price, each with other members of it, would take them from each other. */
export function createTypePolicies(embedded: string, ofRoots = ['context', 'productId', ...ofList]): TypePolicies {
  const ofRoot = joinedPages(ofRoots);
  const pages = joinedPages(ofList);
  const managed = { offerings: ofRoot, applicationKeys: ofRoot, customApis: ofRoot };
  const named = { tiers: joinedBy('name'), extensions: joinedBy('template') };
  return {
    ...Object.fromEntries(embedded.split(' ').map((type) => [type, { merge: true }])),
    Query: {
      fields: { products: ofRoot, childProducts: ofRoot, catalogNodes: ofRoot, catalogRoots: ofRoot, ...managed },
    },
    Product: { fields: { childProducts: pages, variationMatrix: pages, builtChildren: pages, ...named } },
    BundleConfiguration: { merge: true, fields: { componentProducts: joinedBy('productId') } },
    CatalogNode: { fields: { children: pages, products: pages } },
    BillingOffering: { fields: { plans: pages } },
    CustomApi: { fields: { fields: pages } },
  };
}

/** As Apollo joins pages, but what no query has selected stays unknown: Apollo itself has a list without `edges` for empty, and says that more follows. */
function joinedPages(keyArgs: string[]): FieldPolicy<Pages> {
  const { read, merge } = relayStylePagination(keyArgs) as { read: FieldReadFunction; merge: FieldMergeFunction };
  return {
    keyArgs,
    read(list, options) {
      if (!list?.edges) return list;
      const { pageInfo, ...shown } = read(list, options);
      const { startCursor = pageInfo.startCursor || undefined, endCursor = pageInfo.endCursor || undefined } =
        list.pageInfo ?? {};
      return { ...shown, pageInfo: { ...pageInfo, startCursor, endCursor } };
    },
    merge(list, incoming, options) {
      if (!incoming) return list ?? incoming;
      const { edges, ...joined } = merge({ edges: [], pageInfo: {}, ...list }, incoming, options);
      return list?.edges || incoming.edges ? { ...joined, edges } : joined;
    },
  };
}

/** Items without an `id` whose fields take arguments, as a tier's price in each currency: those with the same name are one. Select it. */
function joinedBy(name: string): FieldPolicy<readonly (StoreObject | Reference)[]> {
  return {
    merge: (existing = [], incoming, { readField, mergeObjects }) =>
      incoming.map((item) => {
        const key = readField(name, item);
        const known = existing.find((one) => key !== undefined && readField(name, one) === key);
        return known ? mergeObjects(known, item) : item;
      }),
  };
}
