import { localise } from '../language/localisation.ts';
import { cursorsOf, type ListIdentity } from '../paging/cursor.ts';
import { parsePage, retiredRelease } from '../paging/list-page.ts';
import type { Page } from '../paging/page.ts';
import type { Stores } from '../ports.ts';
import type { RequestContext } from '../request-context.ts';
import type { CatalogNode } from './catalog.ts';
import type { CatalogNodePage, CatalogService, ChildNodesQuery, Selecting } from './ports.ts';

export type NodeMethods = Pick<CatalogService, 'listNodes' | 'listNodeDocuments' | 'getManyNodes'>;

/** The nodes of the release that a request's context selects. */
export function createNodeMethods(stores: Pick<Stores, 'nodes'>, selecting: Selecting): NodeMethods {
  return {
    async listNodes(requestContext, { filter, withTotal, ...request }) {
      const list = JSON.stringify(['nodes', filter?.key]);
      const { releaseId, window, ...opened } = await openNodeList(selecting, requestContext, list, request);
      const query = { releaseId, ids: filter?.values ?? null, window, withTotal };
      return toNodePage(await stores.nodes.page(requestContext, query), opened);
    },

    async listNodeDocuments(requestContext, { ids, limit, offset }) {
      const selection = await selecting.select(requestContext);
      const { release, language } = selection;
      const page = { limit, offset };
      const query = { releaseId: release.id, ids, language, ...page };
      return { ...(await stores.nodes.listDocuments(requestContext, query)), ...page, selection };
    },

    async getManyNodes(requestContext, releaseId, ids) {
      const nodes = await stores.nodes.getMany(releaseId, ids);
      const language = (await selecting.selectRelease(requestContext, releaseId))?.language ?? null;
      return new Map([...nodes].map(([id, node]) => [id, localise(node, language)]));
    },
  };
}

/**
 * Where a page by cursor of a list of nodes lies: in the release that its cursors were made in, or else the one that the query names. `name`
 * makes it this list. @throws DomainError VALIDATION_FAILED
 */
export async function openNodeList(
  selecting: Selecting,
  requestContext: RequestContext,
  name: string,
  { page, faults, releaseId: ofQuery }: Pick<ChildNodesQuery, 'page' | 'faults'> & Partial<ChildNodesQuery>,
) {
  const current = await selecting.select(requestContext);
  const list: ListIdentity = { list: name, context: JSON.stringify([current.catalog.id]) };
  const { window, releaseId: pinned } = parsePage(page, list, { faults, pageLength: requestContext.pageLength });
  const releaseId = pinned ?? ofQuery ?? current.release.id;
  const selection = await selecting.selectRelease(requestContext, releaseId);
  if (!selection) throw retiredRelease(page);
  return { selection, releaseId, window, cursorOf: cursorsOf(releaseId, list) };
}

/** In the language that the shopper is shown. */
export function toNodePage(
  page: Page<CatalogNode>,
  { selection, cursorOf }: Pick<CatalogNodePage, 'selection' | 'cursorOf'>,
): CatalogNodePage {
  const items = page.items.map(({ item, sortKey }) => ({ item: localise(item, selection.language), sortKey }));
  return { ...page, items, selection, cursorOf };
}
