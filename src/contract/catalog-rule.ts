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
    account_tag_ids: criterion,
    customer_ids: criterion,
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
    accountTagIds: attributes.account_tag_ids ?? [],
    customerIds: attributes.customer_ids ?? [],
    unknownCriteria: unknownCriteriaOf(attributes),
    schedules: (attributes.schedules ?? []).map(({ valid_from, valid_to }) => ({
      validFrom: valid_from ?? null,
      validTo: valid_to ?? null,
    })),
    createdAt: attributes.created_at ?? now,
  };
}

/** Members of a rule that say nothing about whom it is for, beside those that the schema names. */
const noCriteria: ReadonlySet<string> = new Set(['owner', 'external_ref', 'locales']);

/**
 * Any other member that holds something may be a criterion, so that the rule is for fewer shoppers than the known ones say. Price
 * books are among them: a rule that names some prices otherwise than its catalog.
 */
export function unknownCriteriaOf(attributes: Readonly<Record<string, unknown>>): string[] {
  const known = catalogRule.shape.attributes.shape;
  return Object.keys(attributes).filter(
    (name) => !Object.hasOwn(known, name) && !noCriteria.has(name) && holdsSomething(attributes[name]),
  );
}

function holdsSomething(value: unknown): boolean {
  if (typeof value === 'object' && value !== null) return Object.keys(value).length > 0;
  return value !== null && value !== undefined && value !== '' && value !== false;
}

/** Of a criterion that nobody is held against its name is kept: `true` stands for what it held. */
export function toCatalogRuleResource(rule: CatalogRule): CatalogRuleResource {
  return {
    id: rule.id,
    type: 'catalog_rule',
    attributes: {
      name: rule.name,
      catalog_id: rule.catalogId,
      channels: [...rule.channels],
      tags: [...rule.tags],
      account_ids: [...rule.accountIds],
      account_tag_ids: [...rule.accountTagIds],
      customer_ids: [...rule.customerIds],
      schedules: rule.schedules.map(({ validFrom, validTo }) => ({ valid_from: validFrom, valid_to: validTo })),
      ...Object.fromEntries(rule.unknownCriteria.map((name) => [name, true])),
      created_at: rule.createdAt,
    },
  };
}
