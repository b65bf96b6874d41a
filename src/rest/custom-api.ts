import { z } from 'zod';
import type { CustomApi } from '../domain/custom-field/custom-field.ts';
import { notFound } from '../domain/errors.ts';
import { parseUuid } from '../domain/input/identifiers.ts';
import { answerList, listOf, pageParameters } from './paged-list.ts';
import { selfLink, timestamps, toTimestamps } from './resource-members.ts';
import type { RestRoute } from './route.ts';

export const customApisPath = '/settings/extensions/custom-apis';
const type = 'custom_api';

const customApi = z
  .object({
    id: z.guid(),
    type: z.literal(type),
    name: z.string(),
    description: z.string(),
    slug: z.string(),
    api_type: z.string(),
    links: selfLink,
    meta: z.object({ timestamps }),
  })
  .meta({ id: 'CustomApi' });

function toCustomApiResource(api: CustomApi): z.output<typeof customApi> {
  return {
    id: api.id,
    type,
    name: api.name,
    description: api.description,
    slug: api.slug,
    api_type: api.apiType,
    links: { self: `${customApisPath}/${api.id}` },
    meta: { timestamps: toTimestamps(api) },
  };
}

const shared = { isCatalog: false, method: 'GET', status: 200, request: null } as const;

export const customApiRoutes: readonly RestRoute[] = [
  {
    ...shared,
    operationId: 'listCustomApis',
    summary: 'The custom APIs, in the order of their creation.',
    path: customApisPath,
    query: pageParameters,
    response: listOf(customApi),
    errors: [],
    answer: (request) =>
      answerList(
        request,
        (page) => request.services.customFields.listApis(request.requestContext, page),
        toCustomApiResource,
      ),
  },
  {
    ...shared,
    operationId: 'getCustomApi',
    summary: 'A custom API: a resource type that the store defined.',
    path: `${customApisPath}/:customApiId`,
    query: [],
    response: z.object({ data: customApi }),
    errors: [404],
    async answer({ requestContext, services, param }) {
      const id = parseUuid(param('customApiId'));
      const api = (await services.customFields.getManyApis(requestContext, [id])).get(id);
      if (!api) throw notFound('custom API', id);
      return JSON.stringify({ data: toCustomApiResource(api) });
    },
  },
];
