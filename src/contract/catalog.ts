/** A catalog: what its shoppers see is its current release. */
import { z } from 'zod';
import type { Catalog } from '../domain/catalog/catalog.ts';
import { identifier } from '../domain/input/identifiers.ts';
import { text } from '../domain/input/text.ts';
import { openObject } from './building-blocks.ts';
import { timestamp } from './members.ts';

export const catalog = openObject({
  id: identifier,
  type: z.literal('catalog'),
  attributes: openObject({
    name: text({ min: 1 }),
    description: z.string().nullish(),
    /** Where no rule fits, the catalog created first answers. */
    created_at: timestamp.nullish(),
    updated_at: timestamp.nullish(),
  }),
});

export type CatalogResource = z.output<typeof catalog>;
export type CatalogRecord = z.input<typeof catalog>;

/** `now` stands in for a creation that the resource does not tell. */
export function toCatalog(
  { id, attributes }: CatalogResource,
  now: string,
): Omit<Catalog, 'currentRelease' | 'filesPublishedAt'> {
  return { id, name: attributes.name, createdAt: attributes.created_at ?? now };
}

export function toCatalogResource({
  id,
  name,
  createdAt,
}: Pick<Catalog, 'id' | 'name' | 'createdAt'>): CatalogResource {
  return { id, type: 'catalog', attributes: { name, created_at: createdAt } };
}
