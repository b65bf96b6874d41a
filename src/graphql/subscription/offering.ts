import type { Offering, Owner, Subscription } from '../../domain/subscription/subscription.ts';
import { builder, type FieldsOf } from '../schema/builder.ts';
import { connectionType, pageArguments, toConnection, toPageRequest } from '../schema/connection.ts';
import { loadEach } from '../schema/load-each.ts';
import { PlanConnectionType } from './plan.ts';

export const OwnerEnum = builder.enumType('BillingOwner', {
  description: 'Who owns a record.',
  values: {
    STORE: { value: 'store', description: 'The store.' },
    ORGANIZATION: { value: 'organization', description: 'The organization above the store.' },
  } as const satisfies Record<string, { value: Owner; description: string }>,
});

/** What an offering says of itself, now and at the moment of a subscription. */
function offeringFields(t: FieldsOf<Offering>) {
  return {
    externalRef: t.exposeString('externalRef', {
      nullable: true,
      description: 'A reference to another system; null if there is none.',
    }),
    name: t.exposeString('name', { description: 'What customers read, 3 to 1024 characters.' }),
    description: t.exposeString('description', {
      nullable: true,
      description: 'Shown to customers; null if there is none.',
    }),
    externalProductRefs: t.exposeStringList('externalProductRefs', {
      description: 'References to products in another system.',
    }),
    owner: t.expose('owner', { type: OwnerEnum, description: 'Who owns it.' }),
  };
}

const OfferingType = builder.objectRef<Offering>('BillingOffering');
builder.node(OfferingType, {
  description: 'What the store sells by subscription.',
  id: { resolve: ({ id }) => id },
  loadManyWithoutCache: (ids, { loaders }) => loadEach(ids, (id) => loaders.offering.load(id)),
  fields: (t) => ({
    resourceId: t.exposeID('id', { description: "The platform's own id." }),
    ...offeringFields(t),
    plans: t.field({
      type: PlanConnectionType,
      nullable: true,
      description: 'How it is billed: a subscription names one of its plans. In the order of their ids. Batched.',
      args: pageArguments(t.arg),
      resolve: async ({ id }, args, { loaders }, info) =>
        toConnection(await loaders.plans.load({ offeringId: id, ...toPageRequest(args, info) })),
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was created.' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime', description: 'When it was last changed.' }),
  }),
});

/** A snapshot, under an id of its own: the offering itself may change, and client caches must not mix the two. */
type Snapshot = Offering & { readonly subscriptionId: string };

export const OfferingSnapshotType = builder.objectRef<Snapshot>('BillingOfferingSnapshot');
builder.node(OfferingSnapshotType, {
  description: 'An offering as it was when the subscription was created.',
  id: { resolve: ({ subscriptionId }) => subscriptionId },
  loadManyWithoutCache: (ids, { loaders }) =>
    loadEach(ids, async (id) => toSnapshot(await loaders.subscription.load(id))),
  fields: (t) => ({
    resourceId: t.exposeID('id', { description: "The platform's own id of the offering." }),
    ...offeringFields(t),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When the offering was created.' }),
    updatedAt: t.expose('updatedAt', {
      type: 'DateTime',
      description: 'When the offering had last been changed by then.',
    }),
    current: t.field({
      type: OfferingType,
      nullable: true,
      description: 'The offering as it is now; null if it no longer exists. Batched.',
      resolve: ({ id }, _args, { loaders }) => loaders.offering.load(id),
    }),
  }),
});

function toSnapshot(subscription: Subscription | null): Snapshot | null {
  return subscription && { ...subscription.offering, subscriptionId: subscription.id };
}

const OfferingConnectionType = connectionType<Offering>({
  name: 'BillingOfferingConnection',
  type: OfferingType,
  words: ['an offering', 'offerings'],
  description: 'A page of the offerings, in the order of their creation.',
});

builder.queryField('offerings', (t) =>
  t.field({
    type: OfferingConnectionType,
    nullable: true,
    description:
      'All that the store sells by subscription, with its plans, in the order of its creation: what a form needs that subscribes. ' +
      'Who may read the catalog may read them.',
    args: pageArguments(t.arg),
    resolve: async (_root, args, { loaders }, info) => toConnection(await loaders.offerings(toPageRequest(args, info))),
  }),
);
