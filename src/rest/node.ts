import { z } from 'zod';
import { node } from '../contract/node.ts';
import { notFound } from '../domain/errors.ts';
import { parseIdentifier } from '../domain/input/identifiers.ts';
import { toNodeQuery } from './list-query.ts';
import { answerDocuments, listOf, pageParameters } from './paged-list.ts';
import type { RestRoute } from './route.ts';

const path = '/pcm/catalog/nodes';

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
    async answer({ services, requestContext, param }) {
      const id = parseIdentifier(param('node_id'));
      const { documents } = await services.catalog.listNodeDocuments(requestContext, {
        ids: [id],
        limit: 1,
        offset: 0,
      });
      if (documents.length === 0) throw notFound('node', id);
      return `{"data":${documents[0]}}`;
    },
  },
];
