/** The edition of a catalog, as platforms of this kind shape it. */
import { z } from 'zod';
import type { CatalogSelection } from '../domain/catalog/catalog.ts';
import { identifier } from '../domain/input/identifiers.ts';
import { int64 } from '../domain/input/numbers.ts';
import type { KeptRelease } from '../domain/release/ports.ts';
import { openObject, present } from './building-blocks.ts';
import { moment } from './members.ts';

const type = 'catalog-release';

export const release = openObject({
  id: identifier,
  type: z.literal(type),
  attributes: openObject({
    /** The catalog's. */
    name: z.string().nullish(),
    catalog_id: identifier,
    published_at: moment.nullish(),
  }),
  meta: openObject({
    release_status: z.string().nullish(),
    /** Drafts included. */
    total_products: int64({ min: 0 }).nullish(),
    /** That this shopper is shown texts in; absent: it names none. */
    language: z.string().nullish(),
  }).nullish(),
}).meta({ id: 'CatalogRelease' });

export type ReleaseResource = z.output<typeof release>;

type Shown = Pick<CatalogSelection, 'catalog' | 'release' | 'language'>;

export function toReleaseResource({ catalog, release: { id, publishedAt, productCount }, language }: Shown) {
  const resource: ReleaseResource = {
    id,
    type,
    attributes: { name: catalog.name, catalog_id: catalog.id, published_at: publishedAt },
    meta: { release_status: 'PUBLISHED', total_products: productCount, ...present({ language }) },
  };
  return resource;
}

/** What an administrator is told. */
export const keptRelease = openObject({
  ...release.shape,
  meta: openObject({
    release_status: z.literal('PUBLISHED'),
    /** Drafts included, of nodes too. */
    total_products: int64({ min: 0 }),
    total_nodes: int64({ min: 0 }),
    /** That it has texts in, its own first. */
    languages: z.array(z.string()),
    created_at: moment,
    /** Whether what the delta holds is all of the release. */
    is_full_delta: z.boolean(),
  }),
}).meta({ id: 'KeptCatalogRelease' });

export function toKeptReleaseResource(kept: KeptRelease): z.output<typeof keptRelease> {
  const { id, catalogId, catalogName, publishedAt, productCount, nodeCount, languages, createdAt, previousId } = kept;
  return {
    id,
    type,
    attributes: { name: catalogName, catalog_id: catalogId, published_at: publishedAt },
    meta: {
      release_status: 'PUBLISHED',
      total_products: productCount,
      total_nodes: nodeCount,
      languages: [...languages],
      created_at: createdAt,
      is_full_delta: previousId === null,
    },
  };
}
