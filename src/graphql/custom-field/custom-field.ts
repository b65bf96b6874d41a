import { createCustomApiInput } from '../../domain/custom-field/create-custom-api.ts';
import { createCustomFieldInput } from '../../domain/custom-field/create-custom-field.ts';
import type { CustomApi, CustomField, CustomFieldType } from '../../domain/custom-field/custom-field.ts';
import { getByUuid } from '../../domain/get-by-uuid.ts';
import { constraintsOf } from '../../domain/input/constraint.ts';
import { builder } from '../schema/builder.ts';
import { connectionType, pageArguments, toConnection, toPageRequest } from '../schema/connection.ts';
import { constrainedBy, idConstrainedBy, uuidArgument } from '../schema/constraint.ts';
import { toResourceId, withResourceIds } from '../schema/global-id.ts';
import { loadEach } from '../schema/load-each.ts';
import { writes } from '../writes/write-field.ts';
import { payloadOf, validateOnlyField } from '../writes/write-payload.ts';
import { CustomFieldValidationInput, CustomFieldValidationType } from './custom-field-validation.ts';

const CustomApiType = builder.objectRef<CustomApi>('CustomApi');
const CustomFieldRef = builder.objectRef<CustomField>('CustomField');

builder.node(CustomApiType, {
  description: 'A resource type that the store defined.',
  id: { resolve: ({ id }) => id },
  loadManyWithoutCache: (ids, { loaders }) => loadEach(ids, (id) => loaders.customApi.load(id)),
  fields: (t) => ({
    resourceId: t.exposeID('id', { description: "The platform's own id." }),
    name: t.exposeString('name', { description: 'Its display name.' }),
    description: t.exposeString('description', { description: 'What it is for; may be empty.' }),
    slug: t.exposeString('slug', { description: 'The machine name.' }),
    apiType: t.exposeString('apiType', { description: 'The type of its entries; unique in the store.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was created.' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime', description: 'When it was last changed.' }),
  }),
});

const FieldTypeEnum = builder.enumType('CustomFieldType', {
  description: 'What a custom field holds.',
  values: {
    STRING: { value: 'string', description: 'Text.' },
    INTEGER: { value: 'integer', description: 'A whole number within ±(2^53−1).' },
    BOOLEAN: { value: 'boolean', description: 'True or false.' },
    FLOAT: { value: 'float', description: 'A number.' },
  } as const satisfies Record<string, { value: CustomFieldType; description: string }>,
});

builder.node(CustomFieldRef, {
  description: 'A typed field of a custom API.',
  id: { resolve: ({ id }) => id },
  loadManyWithoutCache: (ids, { loaders }) => loadEach(ids, (id) => loaders.customField.load(id)),
  fields: (t) => ({
    resourceId: t.exposeID('id', { description: "The platform's own id." }),
    name: t.exposeString('name', { description: 'Its display name.' }),
    description: t.exposeString('description', { description: 'What it stores; may be empty.' }),
    slug: t.exposeString('slug', { description: 'The machine name: unique within its custom API.' }),
    fieldType: t.expose('fieldType', { type: FieldTypeEnum, description: 'What it holds.' }),
    validation: t.expose('validation', { type: CustomFieldValidationType, description: 'What entries may hold.' }),
    customApi: t.field({
      type: CustomApiType,
      nullable: true,
      description: 'The custom API that it belongs to; null if it no longer exists. Batched.',
      resolve: ({ customApiId }, _args, { loaders }) => loaders.customApi.load(customApiId),
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was created.' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime', description: 'When it was last changed.' }),
  }),
});

const FieldConnectionType = connectionType<CustomField>({
  name: 'CustomFieldConnection',
  type: CustomFieldRef,
  words: ['a field', 'fields'],
  description: 'A page of the fields of a custom API, in the order of their creation.',
});

builder.objectField(CustomApiType, 'fields', (t) =>
  t.field({
    type: FieldConnectionType,
    nullable: true,
    description: 'Its fields, in the order of their creation. Batched.',
    args: pageArguments(t.arg),
    resolve: async ({ id }, args, { loaders }, info) =>
      toConnection(await loaders.customFields.load({ apiId: id, ...toPageRequest(args, info) })),
  }),
);

const ApiConnectionType = connectionType<CustomApi>({
  name: 'CustomApiConnection',
  type: CustomApiType,
  words: ['a custom API', 'custom APIs'],
  description: "A page of the store's custom APIs, in the order of their creation.",
});

const rules = constraintsOf(createCustomFieldInput);

const CreateCustomFieldInput = builder.inputType('CreateCustomFieldInput', {
  description: 'A new field of a custom API.',
  fields: (t) => ({
    customApiId: t.id({
      required: true,
      ...idConstrainedBy(rules.customApiId, "The custom API: its global id, or the platform's own (a UUID)."),
    }),
    name: t.string({
      required: true,
      ...constrainedBy(rules.name, 'Its display name; without control characters.'),
    }),
    description: t.string(constrainedBy(rules.description, 'What it stores; null stores an empty text.')),
    slug: t.string({
      required: true,
      ...constrainedBy(
        rules.slug,
        'The machine name, unique within its custom API. Reserved (rule `reserved`): slug, type, id, meta, created_at, ' +
          'updated_at, links, relationships, attributes, attribute, dimension, dimensions, weight, weights.',
      ),
    }),
    fieldType: t.field({ type: FieldTypeEnum, required: true, description: 'What it holds.' }),
    validateOnly: validateOnlyField(t),
    validation: t.field({
      type: CustomFieldValidationInput,
      description: 'What entries may hold; null if there is no limit. Its one member must be named like `fieldType`.',
    }),
  }),
});

const PayloadType = payloadOf({
  mutation: 'createCustomField',
  name: 'customField',
  type: CustomFieldRef,
  description: 'The new field; null if it was only validated.',
});

builder.queryField('customApi', (t) =>
  t.field({
    type: CustomApiType,
    nullable: true,
    description: 'A custom API. Needs a `client_credentials` token. NOT_FOUND, and null, for an unknown id.',
    args: { id: t.arg.id(uuidArgument) },
    resolve: (_root, { id }, { loaders }) =>
      getByUuid('custom API', toResourceId('CustomApi', id), (uuid) => loaders.customApi.load(uuid)),
  }),
);

builder.queryField('customApis', (t) =>
  t.field({
    type: ApiConnectionType,
    nullable: true,
    description: 'All custom APIs, in the order of their creation. Needs a `client_credentials` token.',
    args: pageArguments(t.arg),
    resolve: async (_root, args, { loaders }, info) =>
      toConnection(await loaders.customApis(toPageRequest(args, info))),
  }),
);

builder.mutationField('createCustomField', (t) =>
  t.field({
    type: PayloadType,
    nullable: true,
    description:
      'Adds a field to a custom API. Needs a `client_credentials` token. VALIDATION_FAILED with every fault at once; ' +
      'NOT_FOUND for an unknown custom API; CONFLICT when the slug is taken.',
    args: { input: t.arg({ type: CreateCustomFieldInput, required: true, description: 'The new field.' }) },
    ...writes('customField', (services, requestContext, input: typeof CreateCustomFieldInput.$inferInput) =>
      services.customFields.create(requestContext, withResourceIds(input, { customApiId: 'CustomApi' })),
    ),
  }),
);

const apiRules = constraintsOf(createCustomApiInput);

const CreateCustomApiInput = builder.inputType('CreateCustomApiInput', {
  description: 'A new custom API.',
  fields: (t) => ({
    name: t.string({
      required: true,
      ...constrainedBy(apiRules.name, 'Its display name, without control characters.'),
    }),
    slug: t.string({
      required: true,
      ...constrainedBy(
        apiRules.slug,
        'The machine name. Reserved (rule `reserved`) are the names that no field may have.',
      ),
    }),
    apiType: t.string({
      required: true,
      ...constrainedBy(apiRules.apiType, 'The type of its entries, which ends in `_ext`; unique in the store.'),
    }),
    description: t.string(constrainedBy(apiRules.description, 'What it is for; null stores an empty text.')),
    validateOnly: validateOnlyField(t),
  }),
});

const ApiPayloadType = payloadOf({
  mutation: 'createCustomApi',
  name: 'customApi',
  type: CustomApiType,
  description: 'The new custom API; null if it was only validated.',
});

builder.mutationField('createCustomApi', (t) =>
  t.field({
    type: ApiPayloadType,
    nullable: true,
    description:
      'Defines a resource type, to which fields are added one by one. Needs a `client_credentials` token. VALIDATION_FAILED with ' +
      'every fault at once; CONFLICT when the API type is taken.',
    args: { input: t.arg({ type: CreateCustomApiInput, required: true, description: 'The new custom API.' }) },
    ...writes('customApi', (services, requestContext, input: typeof CreateCustomApiInput.$inferInput) =>
      services.customFields.createApi(requestContext, input),
    ),
  }),
);
