import { z } from 'zod';
import { product } from '../contract/product/product.ts';
import { toListQuery } from './list-query.ts';
import { answerDocuments, listOf, pageParameters } from './paged-list.ts';
import type { RestRoute } from './route.ts';

const path = '/pcm/catalog/products';

const list = {
  isCatalog: true,
  method: 'GET',
  status: 200,
  query: ['filter', ...pageParameters],
  request: null,
  response: listOf(product),
} as const;

export const productRoutes: readonly RestRoute[] = [
  {
    ...list,
    operationId: 'listProducts',
    summary: "The live products of the shopper's catalog, last updated first.",
    path,
    errors: [404],
    answer: async (request) =>
      answerDocuments(
        request,
        await request.services.products.listDocuments(request.requestContext, toListQuery(request)),
      ),
  },
  {
    ...list,
    operationId: 'getProduct',
    summary: "A live product of the shopper's catalog.",
    path: `${path}/:product_id`,
    query: [],
    response: z.object({ data: product }),
    errors: [404],
    answer: async ({ services, requestContext, param }) =>
      `{"data":${await services.products.getDocument(requestContext, param('product_id'))}}`,
  },
  {
    ...list,
    operationId: 'listChildProducts',
    summary: 'The live child products of a parent, last updated first.',
    path: `${path}/:product_id/relationships/children`,
    errors: [404, 422],
    async answer(request) {
      const { services, requestContext, param } = request;
      const query = { ...toListQuery(request), parentId: param('product_id') };
      return answerDocuments(request, await services.products.listChildDocuments(requestContext, query));
    },
  },
];
