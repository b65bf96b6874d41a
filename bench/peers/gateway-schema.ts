/** The gateway's own schema, resolved from memory, for the servers that take SDL. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findProduct, findVariant, listChildren, type Product } from './graph-data.ts';

export const typeDefs = readFileSync(join(import.meta.dirname, '..', '..', 'schema.graphql'), 'utf8');

const defaultPage = 25;

/** All other fields are members of the objects. */
export const resolvers = {
  Query: {
    product: (_root: unknown, { id }: { id: string }) => findProduct(id),
    childProducts: (_root: unknown, { productId, first }: { productId: string; first?: number }) =>
      listChildren(productId, first ?? defaultPage),
  },
  Product: {
    childProducts: ({ resourceId }: Product, { first }: { first?: number }) =>
      listChildren(resourceId, first ?? defaultPage),
    price: ({ prices }: Product, { currency }: { currency: string }) =>
      prices.find((price) => price.money.currency === currency) ?? null,
    variant: (product: Product, { selectedOptions }: { selectedOptions: string[] }) =>
      findVariant(product, selectedOptions),
  },
};
