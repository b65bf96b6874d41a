/** How often and how much an offering costs. A resource of its own; the contract names plans by their id only. */
import { z } from 'zod';
import { dateTime } from '../domain/input/date-time.ts';
import { int64 } from '../domain/input/numbers.ts';
import { text } from '../domain/input/text.ts';
import type { Plan } from '../domain/subscription/subscription.ts';
import { openObject, present } from './building-blocks.ts';
import { uuid } from './members.ts';
import { priceMap, toPriceMap, toPrices } from './price.ts';

const type = 'subscription_plan';

const interval = z.enum(['day', 'week', 'month', 'year']);

export const plan = openObject({
  id: uuid,
  type: z.literal(type),
  attributes: openObject({
    name: text({ min: 1, max: 1024 }),
    description: text({ max: 1024 }).optional(),
    offering_id: uuid,
    /** Billed every `billing_frequency` intervals: 3 and `month` is quarterly. */
    billing_interval_type: interval,
    billing_frequency: int64({ min: 1 }),
    /** The length of the free trial, in `trial_period_interval_type`; absent or 0 means none. */
    trial_period: int64({ min: 0 }).optional(),
    trial_period_interval_type: interval.optional(),
    /** What each bill costs. */
    price: priceMap,
    created_at: dateTime,
    updated_at: dateTime,
  }),
});

export type PlanResource = z.output<typeof plan>;
export type PlanRecord = z.input<typeof plan>;

const { name, description, offering_id, billing_interval_type, billing_frequency, price } = plan.shape.attributes.shape;

/** What the gateway keeps of a plan: nobody needs to know when it was made. */
export const shownPlan = openObject({
  id: uuid,
  type: z.literal(type),
  attributes: openObject({
    ...{ name, description, offering_id, price },
    billing_interval_type: billing_interval_type.nullish(),
    billing_frequency: billing_frequency.nullish(),
  }),
}).meta({ id: 'SubscriptionPlan' });

export type ShownPlanResource = z.output<typeof shownPlan>;

export function toPlan({ id, attributes }: ShownPlanResource): Plan {
  return {
    id,
    offeringId: attributes.offering_id,
    name: attributes.name,
    description: attributes.description ?? null,
    billingInterval: attributes.billing_interval_type ?? null,
    billingFrequency: attributes.billing_frequency ?? null,
    prices: toPrices(attributes.price),
  };
}

export function toPlanResource(from: Plan): ShownPlanResource {
  return {
    id: from.id,
    type,
    attributes: {
      name: from.name,
      ...present({ description: from.description }),
      offering_id: from.offeringId,
      ...present({ billing_interval_type: from.billingInterval, billing_frequency: from.billingFrequency }),
      price: toPriceMap(from.prices),
    },
  };
}
