import type { CatalogService } from '../catalog/ports.ts';
import { cursorsOf, type ListIdentity } from '../paging/cursor.ts';
import { parsePage, retiredRelease } from '../paging/list-page.ts';
import type { RequestContext } from '../request-context.ts';
import type { ProductPart, ProductPartQuery } from './ports.ts';

/**
 * Where a page of a list lies that stands within a product. As in lists of products, a cursor keeps its reader in the release that
 * it was made in.
 */
export async function openProductPart(
  catalog: Pick<CatalogService, 'select' | 'selectRelease'>,
  requestContext: RequestContext,
  { part, product, page }: ProductPartQuery,
): Promise<ProductPart> {
  const current = await catalog.select(requestContext);
  const list: ListIdentity = {
    list: JSON.stringify([part, product.id]),
    context: JSON.stringify([current.catalog.id]),
  };
  const { window, releaseId: pinned } = parsePage(page, list, { pageLength: requestContext.pageLength });
  const releaseId = pinned ?? product.releaseId;
  if (!(await catalog.selectRelease(requestContext, releaseId))) throw retiredRelease(page);
  return { window, releaseId, cursorOf: cursorsOf(releaseId, list) };
}
