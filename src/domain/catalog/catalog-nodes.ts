import { validationError } from '../errors.ts';
import { identifierFault } from '../input/identifiers.ts';
import { createViolationList } from '../input/violations.ts';
import { localise } from '../language/localisation.ts';
import { cursorsOf, type ListIdentity } from '../paging/cursor.ts';
import { parsePage, retiredRelease } from '../paging/list-page.ts';
import type { Stores } from '../ports.ts';
import type { RequestContext } from '../request-context.ts';
import type { CatalogService } from './ports.ts';

export type NodeMethods = Pick<CatalogService, 'listNodes' | 'listNodeDocuments' | 'getManyNodes'>;

/** The nodes of the release that a request's context selects. */
export function createNodeMethods(
  stores: Pick<Stores, 'nodes'>,
  selecting: Pick<CatalogService, 'select' | 'selectRelease'>,
): NodeMethods {
  const methods: NodeMethods = {
    async listNodes(requestContext, { filter, faults, page, withTotal }) {
      const current = await selecting.select(requestContext);
      const list: ListIdentity = {
        list: JSON.stringify(['nodes', filter?.key]),
        context: JSON.stringify([current.catalog.id]),
      };
      const { window, releaseId: pinned } = parsePage(page, list, { faults, pageLength: requestContext.pageLength });
      const releaseId = pinned ?? current.release.id;
      const selection = await selecting.selectRelease(requestContext, releaseId);
      if (!selection) throw retiredRelease(page);
      const ids = filter?.values ?? null;
      const found = await stores.nodes.page(requestContext, { releaseId, ids, window, withTotal });
      const items = found.items.map(({ item, sortKey }) => ({ item: localise(item, selection.language), sortKey }));
      return { ...found, items, selection, cursorOf: cursorsOf(releaseId, list) };
    },

    async listNodeDocuments(requestContext, { ids, limit, offset }) {
      expectIdentifiers(ids ?? [], requestContext);
      const selection = await selecting.select(requestContext);
      const { release, language } = selection;
      const { documents, total } = await stores.nodes.listDocuments(requestContext, {
        releaseId: release.id,
        ids,
        limit,
        offset,
        language,
      });
      return { documents, total, limit, offset, selection };
    },

    async getManyNodes(requestContext, releaseId, ids) {
      const nodes = await stores.nodes.getMany(releaseId, ids);
      const language = (await selecting.selectRelease(requestContext, releaseId))?.language ?? null;
      return new Map([...nodes].map(([id, node]) => [id, localise(node, language)]));
    },
  };
  return methods;
}

/** @throws DomainError VALIDATION_FAILED */
function expectIdentifiers(ids: readonly string[], { budget }: RequestContext): void {
  const violations = createViolationList(budget.maxViolations);
  for (const [index, id] of ids.entries()) {
    const fault = identifierFault(id);
    if (fault) violations.add(() => ({ path: ['ids', index], subject: 'argument', ...fault }));
  }
  const told = violations.toArray();
  if (told.length > 0) throw validationError(told);
}
