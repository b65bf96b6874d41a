import { z } from 'zod';
import type { CatalogNode } from '../domain/catalog/catalog.ts';
import { notFound } from '../domain/errors.ts';
import { parseIdentifier } from '../domain/input/identifiers.ts';
import { describePage } from './links.ts';
import { toNodeQuery } from './list-query.ts';
import { listOf, pageParameters } from './paged-list.ts';
import type { RestRoute } from './route.ts';

const path = '/pcm/catalog/nodes';
const type = 'node';
const moment = z.string().optional();

const node = z
  .object({
    id: z.string(),
    type: z.literal(type),
    attributes: z.object({
      name: z.string(),
      description: z.string().optional(),
      slug: z.string().optional(),
      created_at: moment,
      updated_at: moment,
    }),
    relationships: z
      .object({ parent: z.object({ data: z.object({ id: z.string(), type: z.literal(type) }) }) })
      .optional(),
  })
  .meta({ id: 'CatalogNode' });

/** What the node lacks is absent: a root has no parent. */
function toNodeResource(from: CatalogNode) {
  return {
    id: from.id,
    type,
    attributes: {
      name: from.name,
      description: from.description ?? undefined,
      slug: from.slug ?? undefined,
      created_at: from.createdAt ?? undefined,
      updated_at: from.updatedAt ?? undefined,
    },
    relationships: from.parentId === null ? undefined : { parent: { data: { id: from.parentId, type } } },
  };
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
      const { nodes, ...page } = await request.services.catalog.pageNodes(request.requestContext, toNodeQuery(request));
      return JSON.stringify({ data: nodes.map(toNodeResource), ...describePage(page, request) });
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
      const [found] = await services.catalog.listNodes(requestContext, [id]);
      if (!found) throw notFound('node', id);
      return JSON.stringify({ data: toNodeResource(found) });
    },
  },
];
