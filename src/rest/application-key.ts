import { z } from 'zod';
import { applicationKey, toApplicationKeyResource } from '../contract/application-key.ts';
import { selfLink } from '../contract/members.ts';
import type { ApplicationKey } from '../domain/application-key/application-key.ts';
import { updateApplicationKeyInput } from '../domain/application-key/application-key-service.ts';
import { getByUuid } from '../domain/get-by-uuid.ts';
import { formatExactJson } from '../domain/input/exact-json.ts';
import { ofParameter } from './errors.ts';
import type { Addresses } from './links.ts';
import { answerList, listOf, pageParameters } from './paged-list.ts';
import { toRequestSchema } from './request-schema.ts';
import { type RestRoute, readRoute, typeFaults } from './route.ts';
import { toWriteAnswer } from './write-answer.ts';

const answer = z.object({ data: applicationKey, links: selfLink });

function toLinks({ base }: Addresses, { id }: ApplicationKey): z.output<typeof selfLink> {
  return { self: `${base}/application-keys/${id}` };
}

function toAnswer(addresses: Addresses, key: ApplicationKey): string {
  const body: z.output<typeof answer> = { data: toApplicationKeyResource(key), links: toLinks(addresses, key) };
  return formatExactJson(body);
}

export const applicationKeyRoutes: readonly RestRoute[] = [
  {
    ...readRoute,
    operationId: 'listApplicationKeys',
    summary: 'The application keys, in the order of their creation.',
    path: '/application-keys',
    query: pageParameters,
    response: listOf(applicationKey.extend({ links: selfLink })),
    answer: (request) =>
      answerList(
        request,
        (page) => request.services.applicationKeys.list(request.requestContext, page),
        (key) => ({ ...toApplicationKeyResource(key), links: toLinks(request.addresses, key) }),
      ),
  },
  {
    ...readRoute,
    operationId: 'getApplicationKey',
    summary: 'An application key. Its secret is stored as a hash, and never shown.',
    path: '/application-keys/:id',
    response: answer,
    errors: [404],
    async answer({ requestContext, services, addresses, param }) {
      const find = async (id: string) => (await services.applicationKeys.getMany(requestContext, [id])).get(id);
      return toAnswer(addresses, await getByUuid('application key', param('id'), find));
    },
  },
  {
    ...readRoute,
    operationId: 'updateApplicationKey',
    summary: 'Renames an application key.',
    method: 'PUT',
    path: '/application-keys/:id',
    request: () =>
      toRequestSchema(updateApplicationKeyInput, {
        without: ['id'],
        type: { is: 'application_key', isRequired: true },
      }),
    response: answer,
    errors: [404],
    async answer({ requestContext, services, addresses, param, data }) {
      const faults = typeFaults(data.type, 'application_key', { isRequired: true });
      const { name } = data;
      const input = { id: param('id'), name, faults };
      const renamed = await services.applicationKeys.rename(requestContext, input).catch((error: unknown) => {
        throw ofParameter(error, 'id');
      });
      return toWriteAnswer(renamed, (key) => toAnswer(addresses, key));
    },
  },
];
