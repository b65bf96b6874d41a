import { z } from 'zod';
import { customApi, customApisPath, toCustomApiResource } from '../contract/custom-api.ts';
import { createCustomApiInput } from '../domain/custom-field/create-custom-api.ts';
import type { CustomApi } from '../domain/custom-field/custom-field.ts';
import { getByUuid } from '../domain/get-by-uuid.ts';
import { formatExactJson } from '../domain/input/exact-json.ts';
import { uuidIn } from './id-parameters.ts';
import { answerList, listOf, pageParameters } from './paged-list.ts';
import { toInput, toRequestSchema } from './request-schema.ts';
import { type RestRoute, readRoute, typeFaults } from './route.ts';
import { toWriteAnswer } from './write-answer.ts';

const type = 'custom_api';
const answer = z.object({ data: customApi });

function toAnswer(api: CustomApi): string {
  const body: z.output<typeof answer> = { data: toCustomApiResource(api) };
  return formatExactJson(body);
}

export const customApiRoutes: readonly RestRoute[] = [
  {
    ...readRoute,
    operationId: 'listCustomApis',
    summary: 'The custom APIs, in the order of their creation.',
    path: customApisPath,
    query: pageParameters,
    response: listOf(customApi),
    answer: (request) =>
      answerList(
        request,
        (page) => request.services.customFields.listApis(request.requestContext, page),
        toCustomApiResource,
      ),
  },
  {
    ...readRoute,
    operationId: 'getCustomApi',
    summary: 'A custom API: a resource type that the store defined.',
    path: `${customApisPath}/:customApiId`,
    response: answer,
    errors: [404],
    async answer(request) {
      const { requestContext, services } = request;
      const find = async (id: string) => (await services.customFields.getManyApis(requestContext, [id])).get(id);
      return toAnswer(await getByUuid('custom API', uuidIn(request, 'customApiId'), find));
    },
  },
  {
    ...readRoute,
    operationId: 'createCustomApi',
    summary: 'Defines a resource type. Its fields are added one by one.',
    method: 'POST',
    path: customApisPath,
    status: 201,
    request: () => toRequestSchema(createCustomApiInput, { type: { is: type, isRequired: false } }),
    response: answer,
    errors: [409],
    async answer({ requestContext, services, data }) {
      const faults = typeFaults(data.type, type, { isRequired: false });
      const input = { ...toInput(data, createCustomApiInput), faults };
      return toWriteAnswer(await services.customFields.createApi(requestContext, input), toAnswer);
    },
  },
];
