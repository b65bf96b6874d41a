import { getByUuid } from '../../domain/get-by-uuid.ts';
import type { Subscription, SubscriptionState } from '../../domain/subscription/subscription.ts';
import { builder } from '../schema/builder.ts';
import { uuidArgument } from '../schema/constraint.ts';
import { toResourceId, withResourceIds } from '../schema/global-id.ts';
import { loadEach } from '../schema/load-each.ts';
import { writes } from '../writes/write-field.ts';
import { payloadOf } from '../writes/write-payload.ts';
import { OfferingSnapshotType, OwnerEnum } from './offering.ts';
import { PlanType } from './plan.ts';
import { CreateSubscriptionInput } from './subscription-input.ts';

const ActionEnum = builder.enumType('BillingSubscriptionAction', {
  description: 'What was done to a subscription.',
  values: {
    CANCEL: { value: 'cancel', description: 'It was cancelled.' },
    PAUSE: { value: 'pause', description: 'It was paused.' },
    RESUME: { value: 'resume', description: 'It was resumed.' },
  } as const,
});

const StateType = builder.objectRef<SubscriptionState>('BillingSubscriptionState').implement({
  description: 'The last thing that was done to a subscription, and its state since then.',
  fields: (t) => ({
    resourceId: t.exposeID('id', { nullable: true, description: "The platform's own id; null if it has none." }),
    action: t.expose('action', { type: ActionEnum, description: 'What was done.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was done.' }),
    isCanceled: t.exposeBoolean('isCanceled', { description: 'Whether the subscription is cancelled.' }),
    isPaused: t.exposeBoolean('isPaused', { description: 'Whether the subscription is paused.' }),
    isClosed: t.exposeBoolean('isClosed', { description: 'Whether the subscription is closed.' }),
    invoiceAfter: t.expose('invoiceAfter', { type: 'DateTime', description: 'No invoice is made before this moment.' }),
  }),
});

const StatusEnum = builder.enumType('BillingSubscriptionStatus', {
  description: 'Whether a subscription is in force.',
  values: {
    ACTIVE: { value: 'active', description: 'In force; every new one is.' },
    INACTIVE: { value: 'inactive', description: 'Not in force.' },
  } as const,
});

const BillingSubscriptionType = builder.objectRef<Subscription>('BillingSubscription');
builder.node(BillingSubscriptionType, {
  description: "An account's subscription to an offering. The payment authority is write-only, and never shown.",
  id: { resolve: ({ id }) => id },
  loadManyWithoutCache: (ids, { loaders }) => loadEach(ids, (id) => loaders.subscription.load(id)),
  fields: (t) => ({
    resourceId: t.exposeID('id', { description: "The platform's own id." }),
    externalRef: t.exposeString('externalRef', {
      nullable: true,
      description: 'A reference to another system; null if there is none.',
    }),
    accountId: t.exposeID('accountId', { description: 'The account that subscribed: a UUID of the accounts service.' }),
    offering: t.field({
      type: OfferingSnapshotType,
      description: 'The offering that it subscribes to, as it was when the subscription was created.',
      resolve: (subscription) => ({ ...subscription.offering, subscriptionId: subscription.id }),
    }),
    planId: t.exposeID('planId', { description: "The plan's id, as the platform gave it." }),
    plan: t.field({
      type: PlanType,
      nullable: true,
      description: 'The plan as it is now; null if it no longer exists. Batched.',
      resolve: ({ planId, offering }, _args, { loaders }) => loaders.plan.load({ id: planId, offeringId: offering.id }),
    }),
    currency: t.expose('currency', { type: 'CurrencyCode', description: 'The currency that it is billed in.' }),
    owner: t.expose('owner', { type: OwnerEnum, description: 'Who owns it.' }),
    status: t.expose('status', { type: StatusEnum, description: 'Whether it is in force.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was created.' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime', description: 'When it was last changed.' }),
    canceledAt: t.expose('canceledAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When it was cancelled; null if it never was.',
    }),
    pausedAt: t.expose('pausedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When it was paused; null if it never was.',
    }),
    resumedAt: t.expose('resumedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When it was resumed; null if it never was.',
    }),
    endDate: t.expose('endDate', {
      type: 'DateTime',
      nullable: true,
      description: 'When it will end; null if no end is set.',
    }),
    state: t.expose('state', {
      type: StateType,
      nullable: true,
      description: 'Null until it is paused, resumed or cancelled for the first time.',
    }),
  }),
});

const PayloadType = payloadOf({
  mutation: 'createSubscription',
  name: 'subscription',
  type: BillingSubscriptionType,
  description: 'The new subscription; null if it was only validated.',
});

builder.queryField('subscription', (t) =>
  t.field({
    type: BillingSubscriptionType,
    nullable: true,
    description: 'A subscription. Needs a `client_credentials` token. NOT_FOUND, and null, for an unknown id.',
    args: { id: t.arg.id(uuidArgument) },
    resolve: (_root, { id }, { loaders }) =>
      getByUuid('subscription', toResourceId('BillingSubscription', id), (uuid) => loaders.subscription.load(uuid)),
  }),
);

builder.mutationField('createSubscription', (t) =>
  t.field({
    type: PayloadType,
    nullable: true,
    description:
      'Subscribes an account to an offering. Needs a `client_credentials` token. VALIDATION_FAILED with every fault at ' +
      'once; NOT_FOUND for an unknown offering or plan, or a plan of another offering.',
    args: {
      input: t.arg({ type: CreateSubscriptionInput, required: true, description: 'The new subscription.' }),
    },
    ...writes('subscription', (services, requestContext, input: typeof CreateSubscriptionInput.$inferInput) => {
      const ids = { offeringId: 'BillingOffering', planId: 'BillingPlan' } as const;
      return services.subscriptions.create(requestContext, withResourceIds(input, ids));
    }),
  }),
);
