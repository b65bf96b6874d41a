/** What a subscription is created from: offerings (contract: Offering resource) and their plans. */
import { z } from 'zod';
import { asIs, mapOf } from './checked.ts';
import { dateTime, priceMap, text, timestamps, uuid } from './field-schemas.ts';

const offering = z.object({
  id: uuid,
  type: z.literal('subscription_offering'),
  attributes: z.object({
    external_ref: text({ max: 2048 }).optional(),
    name: text({ min: 3, max: 1024 }),
    /** Shown to customers. */
    description: text({ max: 1024 }).optional(),
    /** The offering's plans and products; any members. */
    relationships: mapOf(z.unknown()).optional(),
    meta: z.object({
      external_product_refs: z.array(z.string()),
      owner: z.enum(['store', 'organization']),
      timestamps,
    }),
  }),
});
export type OfferingRecord = z.infer<typeof offering>;
export const offeringRecord = asIs<OfferingRecord>(offering);

const interval = z.enum(['day', 'week', 'month', 'year']);

/** How often and how much an offering costs. A record of its own; the contract names plans by their id only. */
const plan = z.object({
  id: uuid,
  type: z.literal('subscription_plan'),
  attributes: z.object({
    name: text({ min: 1, max: 1024 }),
    description: text({ max: 1024 }).optional(),
    offering_id: uuid,
    /** Billed every `billing_frequency` intervals: 3 and `month` is quarterly. */
    billing_interval_type: interval,
    billing_frequency: z.int().min(1),
    /** The length of the free trial, in `trial_period_interval_type`; absent or 0 means none. */
    trial_period: z.int().min(0).optional(),
    trial_period_interval_type: interval.optional(),
    /** What each bill costs. */
    price: priceMap,
    created_at: dateTime,
    updated_at: dateTime,
  }),
});
export type PlanRecord = z.infer<typeof plan>;
export const planRecord = asIs<PlanRecord>(plan);
