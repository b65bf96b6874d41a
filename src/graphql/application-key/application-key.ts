import type { ApplicationKey } from '../../domain/application-key/application-key.ts';
import { updateApplicationKeyInput } from '../../domain/application-key/application-key-service.ts';
import { getByUuid } from '../../domain/get-by-uuid.ts';
import { constraintsOf } from '../../domain/input/constraint.ts';
import { builder } from '../schema/builder.ts';
import { connectionType, pageArguments, toConnection, toPageRequest } from '../schema/connection.ts';
import { constrainedBy, idConstrainedBy, uuidArgument } from '../schema/constraint.ts';
import { toResourceId, withResourceIds } from '../schema/global-id.ts';
import { loadEach } from '../schema/load-each.ts';
import { writes } from '../writes/write-field.ts';
import { payloadOf, validateOnlyField } from '../writes/write-payload.ts';

const ApplicationKeyType = builder.objectRef<ApplicationKey>('ApplicationKey');
builder.node(ApplicationKeyType, {
  description: 'The credential record of an API client. Its secret is stored as a hash, and never shown.',
  id: { resolve: ({ id }) => id },
  loadManyWithoutCache: (ids, { loaders }) => loadEach(ids, (id) => loaders.applicationKey.load(id)),
  fields: (t) => ({
    resourceId: t.exposeID('id', { description: "The platform's own id." }),
    name: t.exposeString('name', { description: "The key's display name." }),
    clientId: t.exposeID('clientId', { description: 'How the client identifies itself when it requests a token.' }),
    reservedRateLimit: t.expose('reservedRateLimit', {
      type: 'BigInt',
      description: 'How many requests are reserved for it; 0 if none are.',
    }),
    lastUsedAt: t.expose('lastUsedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When a token was last issued for it, to the minute; null if never.',
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was created.' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime', description: 'When it was last changed.' }),
  }),
});

const KeyConnectionType = connectionType<ApplicationKey>({
  name: 'ApplicationKeyConnection',
  type: ApplicationKeyType,
  words: ['an application key', 'application keys'],
  description: 'A page of the application keys, in the order of their creation.',
});

const rules = constraintsOf(updateApplicationKeyInput);

const UpdateApplicationKeyInput = builder.inputType('UpdateApplicationKeyInput', {
  description: 'A new name for an application key.',
  fields: (t) => ({
    id: t.id({
      required: true,
      ...idConstrainedBy(rules.id, "The key: its global id, or the platform's own (a UUID)."),
    }),
    name: t.string({
      required: true,
      ...constrainedBy(rules.name, "The key's display name, without control characters."),
    }),
    validateOnly: validateOnlyField(t),
  }),
});

const PayloadType = payloadOf({
  mutation: 'updateApplicationKey',
  name: 'applicationKey',
  type: ApplicationKeyType,
  description: 'The key, as it is now; null if it was only validated.',
});

builder.queryField('applicationKey', (t) =>
  t.field({
    type: ApplicationKeyType,
    nullable: true,
    description: 'An application key. Needs a `client_credentials` token. NOT_FOUND, and null, for an unknown id.',
    args: { id: t.arg.id(uuidArgument) },
    resolve: (_root, { id }, { loaders }) =>
      getByUuid('application key', toResourceId('ApplicationKey', id), (uuid) => loaders.applicationKey.load(uuid)),
  }),
);

builder.queryField('applicationKeys', (t) =>
  t.field({
    type: KeyConnectionType,
    nullable: true,
    description: 'All application keys, in the order of their creation. Needs a `client_credentials` token.',
    args: pageArguments(t.arg),
    resolve: async (_root, args, { loaders }, info) =>
      toConnection(await loaders.applicationKeys(toPageRequest(args, info))),
  }),
);

builder.mutationField('updateApplicationKey', (t) =>
  t.field({
    type: PayloadType,
    nullable: true,
    description:
      'Renames an application key. Needs a `client_credentials` token. VALIDATION_FAILED with every fault at once; ' +
      'NOT_FOUND for an unknown key.',
    args: {
      input: t.arg({ type: UpdateApplicationKeyInput, required: true, description: 'Which key, and its new name.' }),
    },
    ...writes('applicationKey', (services, requestContext, input: typeof UpdateApplicationKeyInput.$inferInput) =>
      services.applicationKeys.rename(requestContext, withResourceIds(input, { id: 'ApplicationKey' })),
    ),
  }),
);
