/** Catalogs, their nodes, and the rules that choose a catalog for a shopper. */
import { z } from 'zod';
import { asIs, shown } from './checked.ts';
import { dateTime, id, locales, relation, relations, text, urlSlug } from './field-schemas.ts';

const catalog = z.object({
  id,
  type: z.literal('catalog'),
  attributes: z.object({
    name: text({ min: 1 }),
    description: z.string().nullish(),
    /** Where no rule fits, the catalog created first answers. */
    created_at: dateTime.nullish(),
    updated_at: dateTime.nullish(),
  }),
});
export type CatalogRecord = z.infer<typeof catalog>;
export const catalogRecord = asIs<CatalogRecord>(catalog);

/** A category of a catalog, as platforms of this kind shape it: the contract only says that nodes can be asked for. */
const node = z.object({
  id,
  type: z.literal('node'),
  attributes: z.object({
    name: text({ min: 1 }),
    description: z.string().nullish(),
    slug: urlSlug.nullish(),
    status: z.enum(['live', 'draft']).nullish(),
    created_at: dateTime.nullish(),
    /** Nodes are listed by it. */
    updated_at: dateTime.nullish(),
    published_at: dateTime.nullish(),
    locales: locales.nullish(),
  }),
  relationships: z
    .object({
      /** Null or absent: a root. */
      parent: relation.nullish(),
      children: relations.nullish(),
    })
    .nullish(),
  meta: z.object({ catalog_id: z.string().nullish(), language: z.string().nullish() }).nullish(),
});
export type NodeRecord = z.infer<typeof node>;
export const nodeRecord = asIs<NodeRecord>(node);

const schedule = z
  .object({ valid_from: dateTime.nullish(), valid_to: dateTime.nullish() })
  .superRefine(({ valid_from, valid_to }, context) => {
    if (valid_from == null || valid_to == null || Date.parse(valid_from) <= Date.parse(valid_to)) return;
    const message = `The schedule ends before it begins at ${shown(valid_from)}.`;
    context.addIssue({ code: 'custom', path: ['valid_to'], message });
  });

/**
 * A rule fits a shopper when each of its criteria is empty or holds the shopper's value; of those that fit, the one with
 * the most non-empty criteria wins, then the one created first.
 */
const catalogRule = z.object({
  id,
  type: z.literal('catalog_rule'),
  attributes: z.object({
    name: text({ min: 1 }),
    description: z.string().nullish(),
    catalog_id: id,
    channels: z.array(z.string()).nullish(),
    tags: z.array(z.string()).nullish(),
    account_ids: z.array(z.string()).nullish(),
    /** When the rule is in force; an open end is null. */
    schedules: z.array(schedule).nullish(),
    created_at: dateTime.nullish(),
    updated_at: dateTime.nullish(),
  }),
});
export type CatalogRuleRecord = z.infer<typeof catalogRule>;
export const catalogRuleRecord = asIs<CatalogRuleRecord>(catalogRule);
