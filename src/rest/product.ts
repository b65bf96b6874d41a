import { z } from 'zod';
import { product } from '../contract/product/product.ts';
import type { DocumentPage } from '../domain/product/ports.ts';
import { BodyPieces } from '../http/body-pieces.ts';
import { included, includeFiles } from './included-files.ts';
import { toListQuery } from './list-query.ts';
import { answerDocuments, listOf, pageParameters } from './paged-list.ts';
import { type RestRequest, type RestRoute, readRoute } from './route.ts';

const path = '/pcm/catalog/products';

/** What all lists of the catalog's products have in common. */
export const productList = {
  ...readRoute,
  isCatalog: true,
  query: ['filter', 'include', ...pageParameters],
  response: listOf(product).extend({ included: included.optional() }),
  errors: [404],
} as const;

export async function answerProducts(request: RestRequest, page: DocumentPage): Promise<BodyPieces> {
  return answerDocuments(request, page, await includeFiles(request, page.documents));
}

export const productRoutes: readonly RestRoute[] = [
  {
    ...productList,
    operationId: 'listProducts',
    summary: "The live products of the shopper's catalog, last updated first.",
    path,
    answer: async (request) =>
      answerProducts(
        request,
        await request.services.products.listDocuments(request.requestContext, toListQuery(request)),
      ),
  },
  {
    ...productList,
    operationId: 'getProduct',
    summary: "A live product of the shopper's catalog.",
    path: `${path}/:product_id`,
    query: ['include'],
    response: z.object({ data: product, included: included.optional() }),
    async answer(request) {
      const { services, requestContext, param } = request;
      const document = await services.products.getDocument(requestContext, param('product_id'));
      const after = `${await includeFiles(request, [document])}}`;
      return new BodyPieces({ before: '{"data":', items: [document], after });
    },
  },
  {
    ...productList,
    operationId: 'listChildProducts',
    summary: 'The live child products of a parent, last updated first.',
    path: `${path}/:product_id/relationships/children`,
    errors: [404, 422],
    async answer(request) {
      const { services, requestContext, param } = request;
      const query = { ...toListQuery(request), parentId: param('product_id') };
      return answerProducts(request, await services.products.listChildDocuments(requestContext, query));
    },
  },
];
