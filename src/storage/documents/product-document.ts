/** A stored product document, which was checked when it was published, as a domain Product. */
import { toLocalisations } from '../../contract/members.ts';
import type { ProductResource } from '../../contract/product/product.ts';
import { toProduct as fromResource } from '../../contract/product/to-product.ts';
import { parseExactJson } from '../../domain/input/exact-json.ts';
import { parseJsonText } from '../../domain/input/parse-json-text.ts';
import type { Localisation } from '../../domain/language/localisation.ts';
import type { Product } from '../../domain/product/product.ts';
import type { ReleaseProductTable } from '../schema.ts';

export type ProductRow = Pick<
  ReleaseProductTable,
  'product_id' | 'document' | 'locales' | 'live_child_count' | 'combination_count'
>;

export function toProduct(row: ProductRow, releaseId: string): Product {
  return fromResource(parseExactJson(row.document) as ProductResource, {
    releaseId,
    localisations: parseLocales(row.locales),
    liveChildCount: row.live_child_count,
    combinationCount: row.combination_count,
  });
}

interface ShownRow {
  readonly resource: ProductResource;
  readonly localisations: readonly Localisation[];
}

/** The product without what only the whole release knows of it: all that it shows by itself. */
export function toShownProduct({ resource, localisations }: ShownRow): Product {
  return fromResource(resource, { releaseId: '', liveChildCount: 0, combinationCount: 0, localisations });
}

/** Names and descriptions in other languages, as a column of their own holds them. */
export function parseLocales(locales: string | null): Localisation[] {
  return locales === null ? [] : toLocalisations(parseJsonText(locales) as Parameters<typeof toLocalisations>[0]);
}
