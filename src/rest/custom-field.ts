import { z } from 'zod';
import { customApisPath } from '../contract/custom-api.ts';
import { customField, toCustomFieldResource } from '../contract/custom-field.ts';
import { createCustomFieldInput } from '../domain/custom-field/create-custom-field.ts';
import type { CustomField } from '../domain/custom-field/custom-field.ts';
import { notFound } from '../domain/errors.ts';
import { formatExactJson } from '../domain/input/exact-json.ts';
import { parseUuid } from '../domain/input/identifiers.ts';
import { toValidationInput, validationFaults, validationRequest } from './custom-field-validation.ts';
import { answerList, listOf, pageParameters } from './paged-list.ts';
import { toRequestSchema } from './request-schema.ts';
import { type RestRoute, typeFaults } from './route.ts';
import { toWriteAnswer } from './write-answer.ts';

const type = 'custom_field';
const path = `${customApisPath}/:customApiId/fields`;

const answer = z.object({ data: customField });

function toAnswer(field: CustomField): string {
  const body: z.output<typeof answer> = { data: toCustomFieldResource(field) };
  return formatExactJson(body);
}

export const customFieldRoutes: readonly RestRoute[] = [
  {
    operationId: 'listCustomFields',
    summary: 'The fields of a custom API, in the order of their creation.',
    isCatalog: false,
    method: 'GET',
    path,
    status: 200,
    query: pageParameters,
    request: null,
    response: listOf(customField),
    errors: [404],
    answer: (request) => {
      const { services, requestContext, param } = request;
      const apiId = parseUuid(param('customApiId'));
      return answerList(
        request,
        (page) => services.customFields.list(requestContext, apiId, page),
        toCustomFieldResource,
      );
    },
  },
  {
    operationId: 'getCustomField',
    summary: 'A field of a custom API.',
    isCatalog: false,
    method: 'GET',
    path: `${path}/:fieldId`,
    status: 200,
    query: [],
    request: null,
    response: answer,
    errors: [404],
    async answer({ requestContext, services, param }) {
      const [apiId, id] = [parseUuid(param('customApiId')), parseUuid(param('fieldId'))];
      const field = (await services.customFields.getMany(requestContext, [id], apiId)).get(id);
      if (field?.customApiId !== apiId) throw notFound('custom field', id);
      return toAnswer(field);
    },
  },
  {
    operationId: 'createCustomField',
    summary: 'Adds a typed field to a custom API.',
    isCatalog: false,
    method: 'POST',
    path,
    status: 201,
    query: [],
    request: () =>
      toRequestSchema(createCustomFieldInput, {
        without: ['customApiId'],
        type: { is: type, isRequired: false },
        members: { validation: validationRequest() },
      }),
    response: answer,
    errors: [404, 409],
    async answer({ requestContext, services, param, data }) {
      const { name, description, slug, field_type: fieldType } = data;
      const created = await services.customFields.create(requestContext, {
        customApiId: param('customApiId'),
        name,
        description,
        slug,
        fieldType,
        validation: toValidationInput(data.validation),
        faults: [...typeFaults(data.type, type, { isRequired: false }), ...validationFaults(data.validation)],
      });
      return toWriteAnswer(created, toAnswer);
    },
  },
];
