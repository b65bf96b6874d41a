/** What a platform sells by subscription (contract, "Offering resource"). */
import { z } from 'zod';
import { text } from '../domain/input/text.ts';
import type { Offering } from '../domain/subscription/subscription.ts';
import { openObject, present } from './building-blocks.ts';
import { owner, timestamps, toTimestamps, uuid } from './members.ts';
import { type WithUnknownMembers, withUnknownMembers } from './unknown-members.ts';

const type = 'subscription_offering';

export const offering = openObject({
  id: uuid,
  type: z.literal(type),
  attributes: openObject({
    external_ref: text({ max: 2048 }).optional(),
    name: text({ min: 3, max: 1024 }),
    /** Shown to customers. */
    description: text({ max: 1024 }).optional(),
    meta: openObject({ external_product_refs: z.array(z.string()), owner, timestamps }),
  }),
});

export type OfferingResource = z.output<typeof offering>;
export type OfferingRecord = z.input<typeof offering>;

export function toOffering({ id, attributes, unknownMembers = null }: OfferingResource & WithUnknownMembers): Offering {
  const { external_product_refs, owner, timestamps } = attributes.meta;
  return {
    id,
    externalRef: attributes.external_ref ?? null,
    name: attributes.name,
    description: attributes.description ?? null,
    externalProductRefs: external_product_refs,
    owner,
    createdAt: timestamps.created_at,
    updatedAt: timestamps.updated_at,
    ...(unknownMembers !== null && { unknownMembers }),
  };
}

export function toOfferingResource(from: Offering): OfferingResource {
  const resource: OfferingResource = {
    id: from.id,
    type,
    attributes: {
      ...present({ external_ref: from.externalRef }),
      name: from.name,
      ...present({ description: from.description }),
      meta: {
        external_product_refs: [...from.externalProductRefs],
        owner: from.owner,
        timestamps: toTimestamps(from),
      },
    },
  };
  return withUnknownMembers(resource, from);
}
