import { updateApplicationKeyInput } from '../application-key/application-key-service.ts';
import type { ApplicationKeyService } from '../application-key/ports.ts';
import { createCustomApiInput } from '../custom-field/create-custom-api.ts';
import { checkWithinBudget } from '../custom-field/custom-field-service.ts';
import type { CustomFieldService } from '../custom-field/ports.ts';
import { checkInput } from '../input/parse-input.ts';
import type { WriteInput } from '../input/write-input.ts';
import type { Services } from '../ports.ts';
import { createSubscriptionInput } from '../subscription/create-subscription.ts';
import type { SubscriptionService } from '../subscription/ports.ts';
import type { Once } from './write-once.ts';

export interface WritingServices {
  readonly subscriptions: SubscriptionService;
  readonly applicationKeys: ApplicationKeyService;
  readonly customFields: CustomFieldService;
}

/** The services as faces call them: each write, by its mutation's name, is done once for each idempotency key. */
export function withIdempotency(
  { subscriptions, applicationKeys, customFields }: WritingServices,
  once: Once<WritingServices>,
): Pick<Services, keyof WritingServices> {
  return {
    subscriptions: {
      ...subscriptions,
      create: once({
        operation: 'createSubscription',
        understand: bySchema(createSubscriptionInput),
        method: (on) => on.subscriptions.create,
        find: (on) => on.subscriptions.findCreated,
      }),
    },
    applicationKeys: {
      ...applicationKeys,
      rename: once({
        operation: 'updateApplicationKey',
        understand: bySchema(updateApplicationKeyInput),
        method: (on) => on.applicationKeys.rename,
      }),
    },
    customFields: {
      ...customFields,
      create: once({
        operation: 'createCustomField',
        understand: ({ validateOnly: _, ...input }, requestContext) => checkWithinBudget(requestContext, input).field,
        method: (on) => on.customFields.create,
      }),
      createApi: once({
        operation: 'createCustomApi',
        understand: bySchema(createCustomApiInput),
        method: (on) => on.customFields.createApi,
      }),
    },
  };
}

const bySchema =
  <Schema extends Parameters<typeof checkInput>[0]>(schema: Schema) =>
  ({ faults, validateOnly: _, ...input }: WriteInput) =>
    checkInput(schema, input, faults).value;
