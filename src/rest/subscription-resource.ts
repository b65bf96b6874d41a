/** The contract's subscription resource. Members that it calls optional are absent where there is nothing to say. */
import { z } from 'zod';
import type { Offering, Subscription, SubscriptionState } from '../domain/subscription/subscription.ts';
import { timestamp, timestamps, toTimestamps } from './resource-members.ts';

const owner = z.enum(['store', 'organization']);

const offering = z.object({
  id: z.guid(),
  type: z.literal('subscription_offering'),
  attributes: z.object({
    external_ref: z.string().optional(),
    name: z.string(),
    description: z.string().optional(),
    meta: z.object({ external_product_refs: z.array(z.string()), owner, timestamps }),
  }),
});

const state = z.object({
  id: z.guid().optional(),
  type: z.literal('subscription_state'),
  attributes: z.object({ action: z.enum(['cancel', 'pause', 'resume']) }),
  meta: z.object({
    created_at: timestamp,
    canceled: z.boolean(),
    paused: z.boolean(),
    closed: z.boolean(),
    invoice_after: timestamp,
  }),
});

const subscription = z
  .object({
    id: z.guid(),
    type: z.literal('subscription'),
    attributes: z.object({
      external_ref: z.string().optional(),
      account_id: z.guid(),
      offering,
      plan_id: z.guid(),
      currency: z.string(),
      meta: z.object({
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
  })
  .meta({ id: 'Subscription' });

export const subscriptionAnswer = z.object({ data: subscription });

/** Never holds the payment authority: it is write-only. */
export function toSubscriptionResource(from: Subscription): unknown {
  return {
    id: from.id,
    type: 'subscription',
    attributes: {
      external_ref: from.externalRef ?? undefined,
      account_id: from.accountId,
      offering: toOfferingResource(from.offering),
      plan_id: from.planId,
      currency: from.currency,
      meta: {
        owner: from.owner,
        timestamps: {
          ...toTimestamps(from),
          canceled_at: from.canceledAt ?? undefined,
          paused_at: from.pausedAt ?? undefined,
          resumed_at: from.resumedAt ?? undefined,
          end_date: from.endDate ?? undefined,
        },
        status: from.status,
        state: from.state ? toStateResource(from.state) : undefined,
      },
    },
  };
}

function toOfferingResource(from: Offering): unknown {
  return {
    id: from.id,
    type: 'subscription_offering',
    attributes: {
      external_ref: from.externalRef ?? undefined,
      name: from.name,
      description: from.description ?? undefined,
      meta: {
        external_product_refs: from.externalProductRefs,
        owner: from.owner,
        timestamps: toTimestamps(from),
      },
    },
  };
}

function toStateResource(from: SubscriptionState): unknown {
  return {
    id: from.id ?? undefined,
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
