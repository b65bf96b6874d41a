import { validationError } from '../errors.ts';
import { identifierFault } from '../input/identifiers.ts';
import { createViolationList, type Violation } from '../input/violations.ts';
import { localise } from '../language/localisation.ts';
import { compareCodePoints, sortKeyOf } from '../paging/sort-key.ts';
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
    async listNodes(requestContext, ids, faults = []) {
      expectIdentifiers(ids, requestContext, faults);
      const { release } = await selecting.select(requestContext);
      const nodes = await methods.getManyNodes(requestContext, release.id, ids);
      return [...nodes.values()]
        .map((node) => ({ node, sortKey: sortKeyOf(node.updatedAt, node.id) }))
        .sort((a, b) => compareCodePoints(a.sortKey, b.sortKey))
        .map(({ node }) => node);
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
function expectIdentifiers(
  ids: readonly string[],
  { budget }: RequestContext,
  faults: readonly Violation[] = [],
): void {
  const violations = createViolationList(budget.maxViolations);
  for (const [index, id] of ids.entries()) {
    const fault = identifierFault(id);
    if (fault) violations.add(() => ({ path: ['ids', index], subject: 'argument', ...fault }));
  }
  const told = [...faults, ...violations.toArray()];
  if (told.length > 0) throw validationError(told);
}
