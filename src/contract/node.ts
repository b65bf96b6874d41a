/** A category of a catalog, as platforms of this kind shape it: the contract only says that nodes can be listed. */
import { z } from 'zod';
import type { CatalogNode } from '../domain/catalog/catalog.ts';
import { identifier } from '../domain/input/identifiers.ts';
import { text } from '../domain/input/text.ts';
import { productSlug } from '../domain/product/product-rules.ts';
import { maybe, openObject } from './building-blocks.ts';
import { catalogId, locales, moment, relation, relations, toLocalisations } from './members.ts';

export const node = openObject({
  id: identifier,
  type: z.literal('node'),
  attributes: openObject({
    name: text({ min: 1 }),
    description: z.string().nullish(),
    slug: productSlug.nullish(),
    status: z.enum(['live', 'draft']).nullish(),
    created_at: moment.nullish(),
    /** Nodes are listed by it. */
    updated_at: moment.nullish(),
    published_at: moment.nullish(),
    locales: maybe(locales),
  }),
  relationships: maybe(
    openObject({
      /** Null or absent: a root. */
      parent: maybe(relation),
      /** What the node belongs to: its parent, where it has no other. */
      hierarchy: maybe(relation),
      children: maybe(relations),
    }),
  ),
  meta: maybe(openObject({ catalog_id: catalogId.nullish(), language: z.string().nullish() })),
}).meta({ id: 'CatalogNode' });

export type NodeResource = z.input<typeof node>;

export function toCatalogNode(from: NodeResource, releaseId: string): CatalogNode {
  const { id, attributes, meta } = from;
  return {
    id,
    releaseId,
    isLive: isLiveNode(from),
    name: attributes.name,
    language: meta?.language ?? null,
    localisations: toLocalisations(attributes.locales),
    description: attributes.description ?? null,
    slug: attributes.slug ?? null,
    parentId: parentNodeIdOf(from),
    createdAt: attributes.created_at ?? null,
    updatedAt: attributes.updated_at ?? null,
  };
}

/** One whose status is not said is. */
export function isLiveNode({ attributes }: Pick<NodeResource, 'attributes'>): boolean {
  return attributes.status !== 'draft';
}

/** Hierarchies are nodes of the top level. */
export function parentNodeIdOf(node: NodeResource): string | null {
  return node.relationships?.parent?.data?.id ?? hierarchyIdOf(node);
}

export function hierarchyIdOf({ id, relationships }: NodeResource): string | null {
  const { parent, hierarchy } = relationships ?? {};
  const hierarchyId = parent?.data?.type === 'hierarchy' ? parent.data.id : (hierarchy?.data?.id ?? null);
  return hierarchyId === id ? null : hierarchyId;
}
