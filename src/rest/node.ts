import { z } from 'zod';
import { node } from '../contract/node.ts';
import { notFound } from '../domain/errors.ts';
import { parseIdentifier } from '../domain/input/identifiers.ts';
import { toNodeQuery } from './list-query.ts';
import { answerDocuments, listOf, pageParameters } from './paged-list.ts';
import type { RestRequest, RestRoute } from './route.ts';

const path = '/pcm/catalog/nodes';

/** `name`: of the parameter that names the node. @throws DomainError NOT_FOUND, VALIDATION_FAILED */
export async function getNodeText(request: RestRequest, name: string): Promise<string> {
  const { services, requestContext, param } = request;
  const id = parseIdentifier(param(name));
  const query = { ids: [id], limit: 1, offset: 0 };
  const [text] = (await services.catalog.listNodeDocuments(requestContext, query)).documents;
  if (text === undefined) throw notFound('node', id);
  return text;
}

export const nodeRoutes: readonly RestRoute[] = [
  {
    operationId: 'listNodes',
    summary: 'Nodes of the catalog, last updated first: all, or those of `in(id,…)`.',
    isCatalog: true,
    method: 'GET',
    path,
    status: 200,
    query: ['filter', ...pageParameters],
    request: null,
    response: listOf(node),
    errors: [404],
    async answer(request) {
      const { services, requestContext } = request;
      return answerDocuments(request, await services.catalog.listNodeDocuments(requestContext, toNodeQuery(request)));
    },
  },
  {
    operationId: 'getNode',
    summary: 'A node of the catalog.',
    isCatalog: true,
    method: 'GET',
    path: `${path}/:node_id`,
    status: 200,
    query: [],
    request: null,
    response: z.object({ data: node }),
    errors: [404],
    answer: async (request) => `{"data":${await getNodeText(request, 'node_id')}}`,
  },
];
