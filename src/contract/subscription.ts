/** An account's subscription (contract, "Subscription resource"). */
import { z } from 'zod';
import { text } from '../domain/input/text.ts';
import { currency } from '../domain/subscription/currency.ts';
import type { Subscription, SubscriptionState } from '../domain/subscription/subscription.ts';
import { openObject, present } from './building-blocks.ts';
import { owner, timestamp, timestamps, toTimestamps, uuid } from './members.ts';
import { offering, toOffering, toOfferingResource } from './offering.ts';

const type = 'subscription';

const state = openObject({
  id: uuid.optional(),
  type: z.literal('subscription_state'),
  attributes: openObject({ action: z.enum(['cancel', 'pause', 'resume']) }),
  meta: openObject({
    created_at: timestamp,
    canceled: z.boolean(),
    paused: z.boolean(),
    closed: z.boolean(),
    invoice_after: timestamp,
  }),
});

export const subscription = openObject({
  id: uuid,
  type: z.literal(type),
  attributes: openObject({
    external_ref: text({ max: 2048 }).optional(),
    account_id: uuid,
    /** As it was when the subscription was created. */
    offering,
    plan_id: uuid,
    currency,
    meta: openObject({
      owner,
      timestamps: timestamps.extend({
        canceled_at: timestamp.optional(),
        paused_at: timestamp.optional(),
        resumed_at: timestamp.optional(),
        end_date: timestamp.optional(),
      }),
      status: z.enum(['active', 'inactive']),
      state: state.optional(),
    }),
  }),
}).meta({ id: 'Subscription' });

export type SubscriptionResource = z.output<typeof subscription>;

export function toSubscription({ id, attributes }: SubscriptionResource): Subscription {
  const { owner, timestamps, status, state: lastState } = attributes.meta;
  return {
    id,
    externalRef: attributes.external_ref ?? null,
    accountId: attributes.account_id,
    offering: toOffering(attributes.offering),
    planId: attributes.plan_id,
    currency: attributes.currency,
    owner,
    status,
    createdAt: timestamps.created_at,
    updatedAt: timestamps.updated_at,
    canceledAt: timestamps.canceled_at ?? null,
    pausedAt: timestamps.paused_at ?? null,
    resumedAt: timestamps.resumed_at ?? null,
    endDate: timestamps.end_date ?? null,
    state: lastState ? toState(lastState) : null,
  };
}

/** Never holds the payment authority: it is write-only. */
export function toSubscriptionResource(from: Subscription): SubscriptionResource {
  return {
    id: from.id,
    type,
    attributes: {
      ...present({ external_ref: from.externalRef }),
      account_id: from.accountId,
      offering: toOfferingResource(from.offering),
      plan_id: from.planId,
      currency: from.currency,
      meta: {
        owner: from.owner,
        timestamps: {
          ...toTimestamps(from),
          ...present({
            canceled_at: from.canceledAt,
            paused_at: from.pausedAt,
            resumed_at: from.resumedAt,
            end_date: from.endDate,
          }),
        },
        status: from.status,
        ...(from.state && { state: toStateResource(from.state) }),
      },
    },
  };
}

function toState({ id, attributes, meta }: z.output<typeof state>): SubscriptionState {
  return {
    id: id ?? null,
    action: attributes.action,
    createdAt: meta.created_at,
    isCanceled: meta.canceled,
    isPaused: meta.paused,
    isClosed: meta.closed,
    invoiceAfter: meta.invoice_after,
  };
}

function toStateResource(from: SubscriptionState): z.output<typeof state> {
  return {
    ...present({ id: from.id }),
    type: 'subscription_state',
    attributes: { action: from.action },
    meta: {
      created_at: from.createdAt,
      canceled: from.isCanceled,
      paused: from.isPaused,
      closed: from.isClosed,
      invoice_after: from.invoiceAfter,
    },
  };
}
