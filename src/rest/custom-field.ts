import { z } from 'zod';
import { customApisPath } from '../contract/custom-api.ts';
import { customField, toCustomFieldResource } from '../contract/custom-field.ts';
import { createCustomFieldInput } from '../domain/custom-field/create-custom-field.ts';
import type { CustomField } from '../domain/custom-field/custom-field.ts';
import { notFound } from '../domain/errors.ts';
import { formatExactJson } from '../domain/input/exact-json.ts';
import { toValidationInput, validationFaults, validationRequest } from './custom-field-validation.ts';
import { ofParameter } from './errors.ts';
import { uuidIn } from './id-parameters.ts';
import { answerList, listOf, pageParameters } from './paged-list.ts';
import { toInput, toRequestSchema } from './request-schema.ts';
import { type RestRoute, readRoute, typeFaults } from './route.ts';
import { toWriteAnswer } from './write-answer.ts';

const type = 'custom_field';
const path = `${customApisPath}/:customApiId/fields`;

const answer = z.object({ data: customField });

function toAnswer(field: CustomField): string {
  const body: z.output<typeof answer> = { data: toCustomFieldResource(field) };
  return formatExactJson(body);
}

const shared = { ...readRoute, path, errors: [404] } as const;

export const customFieldRoutes: readonly RestRoute[] = [
  {
    ...shared,
    operationId: 'listCustomFields',
    summary: 'The fields of a custom API, in the order of their creation.',
    query: pageParameters,
    response: listOf(customField),
    answer: (request) => {
      const { services, requestContext } = request;
      const apiId = uuidIn(request, 'customApiId');
      return answerList(
        request,
        (page) => services.customFields.list(requestContext, apiId, page),
        toCustomFieldResource,
      );
    },
  },
  {
    ...shared,
    operationId: 'getCustomField',
    summary: 'A field of a custom API.',
    path: `${path}/:fieldId`,
    response: answer,
    async answer(request) {
      const { services, requestContext } = request;
      const [apiId, id] = [uuidIn(request, 'customApiId'), uuidIn(request, 'fieldId')];
      const field = (await services.customFields.getMany(requestContext, [id], apiId)).get(id);
      if (field?.customApiId !== apiId) throw notFound('custom field', id);
      return toAnswer(field);
    },
  },
  {
    ...shared,
    operationId: 'createCustomField',
    summary: 'Adds a typed field to a custom API.',
    method: 'POST',
    status: 201,
    request: () =>
      toRequestSchema(createCustomFieldInput, {
        without: ['customApiId'],
        type: { is: type, isRequired: false },
        members: { validation: validationRequest() },
      }),
    response: answer,
    errors: [404, 409],
    async answer({ requestContext, services, param, data }) {
      const input = {
        ...toInput(data, createCustomFieldInput),
        customApiId: param('customApiId'),
        validation: toValidationInput(data.validation),
        faults: [
          ...typeFaults(data.type, type, { isRequired: false }),
          ...validationFaults(data.validation, requestContext.budget.maxViolations),
        ],
      };
      const created = await services.customFields.create(requestContext, input).catch((error: unknown) => {
        throw ofParameter(error, 'customApiId');
      });
      return toWriteAnswer(created, toAnswer);
    },
  },
];
