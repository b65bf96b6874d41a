import { z } from 'zod';
import { node } from '../contract/node.ts';
import { notFound } from '../domain/errors.ts';
import { identifierIn } from './id-parameters.ts';
import { toNodeQuery } from './list-query.ts';
import { answerDocuments, listOf, pageParameters } from './paged-list.ts';
import { type RestRequest, type RestRoute, readRoute } from './route.ts';

const path = '/pcm/catalog/nodes';

/** `name`: of the parameter that names the node. @throws DomainError NOT_FOUND, VALIDATION_FAILED */
export async function getNodeText(request: RestRequest, name: string): Promise<string> {
  const { services, requestContext } = request;
  const id = identifierIn(request, name);
  const query = { ids: [id], limit: 1, offset: 0 };
  const [text] = (await services.catalog.listNodeDocuments(requestContext, query)).documents;
  if (text === undefined) throw notFound('node', id);
  return text;
}

/** What all lists of the catalog's nodes have in common. */
export const nodeList = {
  ...readRoute,
  isCatalog: true,
  query: pageParameters,
  response: listOf(node),
  errors: [404],
} as const;

export const nodeRoutes: readonly RestRoute[] = [
  {
    ...nodeList,
    operationId: 'listNodes',
    summary: 'Nodes of the catalog, last updated first: all, or those of `in(id,…)`.',
    path,
    query: ['filter', ...pageParameters],
    async answer(request) {
      const { services, requestContext } = request;
      return answerDocuments(request, await services.catalog.listNodeDocuments(requestContext, toNodeQuery(request)));
    },
  },
  {
    ...nodeList,
    operationId: 'getNode',
    summary: 'A node of the catalog.',
    path: `${path}/:node_id`,
    query: [],
    response: z.object({ data: node }),
    answer: async (request) => `{"data":${await getNodeText(request, 'node_id')}}`,
  },
];
