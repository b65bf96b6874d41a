import type { TypePolicies } from '@apollo/client';
import { relayStylePagination } from '@apollo/client/utilities';

/** What makes a list another one: all arguments but cursors. Of `first: 4`, four are shown where 24 are requested next. */
const ofList = ['filter', 'search', 'sort', 'currency', 'first', 'last'];

/** `embedded`: the types that have no `id`. Two queries of one price, each with other members of it, would take them from each other. */
export function createTypePolicies(embedded: string, ofRoots = ['context', 'productId', ...ofList]): TypePolicies {
  const ofRoot = relayStylePagination(ofRoots);
  const pages = relayStylePagination(ofList);
  return {
    ...Object.fromEntries(embedded.split(' ').map((type) => [type, { merge: true }])),
    Query: { fields: { products: ofRoot, childProducts: ofRoot, catalogNodes: ofRoot, catalogRoots: ofRoot } },
    Product: { fields: { childProducts: pages, variationMatrix: pages, builtChildren: pages } },
    CatalogNode: { fields: { children: pages, products: pages } },
  };
}
