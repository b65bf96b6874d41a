import type { CatalogSelection } from '../catalog/catalog.ts';
import type { Selecting } from '../catalog/ports.ts';
import { cursorsOf, type ListIdentity } from '../paging/cursor.ts';
import { parsePage, retiredRelease } from '../paging/list-page.ts';
import type { RequestContext } from '../request-context.ts';
import type { ProductPart, ProductPartQuery } from './ports.ts';

/**
 * Where a page of a list lies that stands within a product. As in lists of products, a cursor keeps its reader in the release that
 * it was made in.
 */
export async function openProductPart(
  catalog: Selecting,
  requestContext: RequestContext,
  query: ProductPartQuery,
): Promise<ProductPart> {
  const part = openPart(await catalog.select(requestContext), requestContext, query);
  if (!(await catalog.selectRelease(requestContext, part.releaseId))) throw retiredRelease(query.page);
  return part;
}

/** The same of a page without a cursor: it lies in the release that the product was read from. Null: it has one. */
export function openOwnPart(
  current: CatalogSelection,
  requestContext: RequestContext,
  query: ProductPartQuery,
): ProductPart | null {
  const { after, before } = query.page;
  return after == null && before == null ? openPart(current, requestContext, query) : null;
}

function openPart(
  current: CatalogSelection,
  { pageLength }: RequestContext,
  { part, product, page }: ProductPartQuery,
): ProductPart {
  const list: ListIdentity = {
    list: JSON.stringify([part, product.id]),
    context: JSON.stringify([current.catalog.id]),
  };
  const { window, releaseId: pinned } = parsePage(page, list, { pageLength });
  const releaseId = pinned ?? product.releaseId;
  return { window, releaseId, cursorOf: cursorsOf(releaseId, list) };
}
