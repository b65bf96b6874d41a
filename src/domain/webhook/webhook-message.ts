import type { Catalog, CatalogRule, Release } from '../catalog/catalog.ts';

/** What happened to a catalog, in a transaction that made it so. */
export type CatalogEvent =
  /** Another release is shown than before. */
  | { readonly type: 'catalog.released'; readonly catalog: NamedCatalog; readonly release: ShownRelease }
  /** Nothing is shown of it any more. */
  | { readonly type: 'catalog.withdrawn'; readonly catalog: NamedCatalog }
  /** Rules that lead to it are new, or others than before, or lead to it no more. */
  | {
      readonly type: 'catalog.rules_changed';
      readonly catalog: NamedCatalog;
      /** Null: nothing is shown of it. */
      readonly release: ShownRelease | null;
      readonly rules: readonly Pick<CatalogRule, 'id' | 'name' | 'schedules'>[];
      /** They are gone, or lead to another catalog. */
      readonly removedRules: readonly Pick<CatalogRule, 'id' | 'name'>[];
    };

type NamedCatalog = Pick<Catalog, 'id' | 'name'>;
type ShownRelease = Pick<Release, 'id' | 'publishedAt'>;

/** The message's body, in the form of Standard Webhooks: JSON of `type`, `timestamp` and `data`. */
export function formatMessage({ type, ...data }: CatalogEvent, timestamp: string): string {
  return JSON.stringify({ type, timestamp, data });
}
