import type { Product } from '../../domain/product/product.ts';
import type { GraphQLContext } from '../execution/context.ts';
import { builder } from '../schema/builder.ts';

/** The type alone, for those that refer to products: its fields are in `product.ts`. */
export const ProductType = builder.objectRef<Product>('Product');

/** The product of the same release; null when it has no live one with that id. */
export function loadProduct(releaseId: string, id: string | null, { loaders }: GraphQLContext) {
  return id === null ? null : loaders.product.load({ releaseId, id });
}

/** Those of the same release that are live, in the order of the ids. */
export async function loadProducts(releaseId: string, ids: readonly string[], { loaders }: GraphQLContext) {
  const products = await Promise.all(ids.map((id) => loaders.product.load({ releaseId, id })));
  return products.filter((product) => product !== null);
}
