import type { FieldPolicy, Reference, StoreObject, TypePolicies } from '@apollo/client';
import { relayStylePagination } from '@apollo/client/utilities';

/** What makes a list another one: all arguments but cursors. Of `first: 4`, four are shown where 24 are requested next. */
const ofList = ['filter', 'search', 'sort', 'currency', 'first', 'last'];

/** `embedded`: the types that have no `id`. Two queries of one price, each with other members of it, would take them from each other. */
export function createTypePolicies(embedded: string, ofRoots = ['context', 'productId', ...ofList]): TypePolicies {
  const ofRoot = relayStylePagination(ofRoots);
  const pages = relayStylePagination(ofList);
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
