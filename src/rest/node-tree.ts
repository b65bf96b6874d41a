/** The tree of nodes as the platform has it: hierarchies at the top, what is below each, and the products of all that. */
import { z } from 'zod';
import { node } from '../contract/node.ts';
import type { BodyPieces } from '../http/body-pieces.ts';
import { identifierIn } from './id-parameters.ts';
import { toListQuery, toPage } from './list-query.ts';
import { getNodeText, nodeList } from './node.ts';
import { answerDocuments } from './paged-list.ts';
import { answerProducts, productList } from './product.ts';
import type { RestRequest, RestRoute } from './route.ts';

async function answerChildren(request: RestRequest, parentId: string | null, isDeep = false): Promise<BodyPieces> {
  const { services, requestContext } = request;
  const query = { parentId, isDeep, ...toPage(request) };
  return answerDocuments(request, await services.catalog.listChildNodeDocuments(requestContext, query));
}

async function answerProductsOf(request: RestRequest, nodeId: string): Promise<BodyPieces> {
  const { services, requestContext } = request;
  const query = { ...toListQuery(request), nodeId };
  return answerProducts(request, await services.products.listNodeProductDocuments(requestContext, query));
}

export const nodeTreeRoutes: readonly RestRoute[] = [
  {
    ...nodeList,
    operationId: 'listHierarchies',
    summary: 'The live nodes at the top of the catalog, last updated first.',
    path: '/pcm/catalog/hierarchies',
    answer: (request) => answerChildren(request, null),
  },
  {
    ...nodeList,
    operationId: 'getHierarchy',
    summary: 'A live node, at the top of the catalog or below.',
    path: '/pcm/catalog/hierarchies/:hierarchy_id',
    query: [],
    response: z.object({ data: node }),
    answer: async (request) => `{"data":${await getNodeText(request, 'hierarchy_id')}}`,
  },
  {
    ...nodeList,
    operationId: 'listHierarchyNodes',
    summary: 'All live nodes below a node at the top, last updated first.',
    path: '/pcm/catalog/hierarchies/:hierarchy_id/nodes',
    answer: (request) => answerChildren(request, identifierIn(request, 'hierarchy_id'), true),
  },
  {
    ...nodeList,
    operationId: 'listHierarchyChildren',
    summary: 'The live nodes right below a node at the top, last updated first.',
    path: '/pcm/catalog/hierarchies/:hierarchy_id/children',
    answer: (request) => answerChildren(request, identifierIn(request, 'hierarchy_id')),
  },
  {
    ...productList,
    operationId: 'listHierarchyProducts',
    summary: 'The live products of a hierarchy, last updated first; child products are shown by their parents.',
    path: '/pcm/catalog/hierarchies/:hierarchy_id/products',
    answer: (request) => answerProductsOf(request, identifierIn(request, 'hierarchy_id')),
  },
  {
    ...nodeList,
    operationId: 'listNodeChildren',
    summary: 'The live nodes right below a node, last updated first.',
    path: '/pcm/catalog/nodes/:node_id/relationships/children',
    answer: (request) => answerChildren(request, identifierIn(request, 'node_id')),
  },
  {
    ...productList,
    operationId: 'listNodeProducts',
    summary:
      'The live products of a node and of those below it, last updated first; child products are shown by their parents.',
    path: '/pcm/catalog/nodes/:node_id/relationships/products',
    answer: (request) => answerProductsOf(request, identifierIn(request, 'node_id')),
  },
];
