/** A rule that chooses a catalog for a shopper (`domain/catalog/select-catalog.ts`). */
import { z } from 'zod';
import type { CatalogRule } from '../domain/catalog/catalog.ts';
import { scheduleFault } from '../domain/catalog/schedule.ts';
import { identifier } from '../domain/input/identifiers.ts';
import { rules, text } from '../domain/input/text.ts';
import { maybeList, openObject } from './building-blocks.ts';
import { timestamp } from './members.ts';

/** When the rule is in force; an open end is null. */
const schedule = openObject({ valid_from: timestamp.nullish(), valid_to: timestamp.nullish() }).check(
  rules(({ valid_from, valid_to }) => {
    const fault = scheduleFault({ validFrom: valid_from ?? null, validTo: valid_to ?? null });
    return fault ? [{ path: ['valid_to'], ...fault }] : [];
  }),
);

/** An empty criterion fits everyone. */
const criterion = maybeList(z.string());

export const catalogRule = openObject({
  id: identifier,
  type: z.literal('catalog_rule'),
  attributes: openObject({
    name: text({ min: 1 }),
    description: z.string().nullish(),
    catalog_id: identifier,
    channels: criterion,
    tags: criterion,
    account_ids: criterion,
    schedules: maybeList(schedule),
    created_at: timestamp.nullish(),
    updated_at: timestamp.nullish(),
  }),
});

export type CatalogRuleResource = z.output<typeof catalogRule>;
export type CatalogRuleRecord = z.input<typeof catalogRule>;

/** `now` stands in for a creation that the resource does not tell. */
export function toCatalogRule({ id, attributes }: CatalogRuleResource, now: string): CatalogRule {
  return {
    id,
    catalogId: attributes.catalog_id,
    name: attributes.name,
    channels: attributes.channels ?? [],
    tags: attributes.tags ?? [],
    accountIds: attributes.account_ids ?? [],
    schedules: (attributes.schedules ?? []).map(({ valid_from, valid_to }) => ({
      validFrom: valid_from ?? null,
      validTo: valid_to ?? null,
    })),
    createdAt: attributes.created_at ?? now,
  };
}
