import { notFound } from '../errors.ts';
import { parseIdentifier } from '../input/identifiers.ts';
import { localise } from '../language/localisation.ts';
import { readValid } from '../paging/list-page.ts';
import type { Stores } from '../ports.ts';
import type { RequestContext } from '../request-context.ts';
import { openNodeList, toNodePage } from './catalog-nodes.ts';
import type { CatalogService, ChildNodesQuery, Selecting } from './ports.ts';

export type NodeTreeMethods = Pick<CatalogService, 'listChildNodes' | 'listChildNodeDocuments' | 'findNodesBySlug'>;

/** The nodes of a release by their places in its tree: where a shop's menu leads, and what its URLs name. */
export function createNodeTreeMethods(stores: Pick<Stores, 'nodes'>, selecting: Selecting): NodeTreeMethods {
  return {
    listChildNodes: (requestContext, queries) =>
      readValid(queries, {
        prepare: (query) => prepareChildren(selecting, requestContext, query),
        read: (valid) => stores.nodes.listChildren(requestContext, valid),
        toAnswer: (page, opened) => toNodePage(page, opened),
      }),

    async listChildNodeDocuments(requestContext, { parentId, isDeep = false, limit, offset }) {
      const selection = await selecting.select(requestContext);
      const { release, language } = selection;
      if (parentId !== null) await expectNode(stores, release.id, parentId);
      const page = { limit, offset };
      const query = { releaseId: release.id, ids: null, parentId: parentId ?? '', isDeep, language, ...page };
      return { ...(await stores.nodes.listDocuments(requestContext, query)), ...page, selection };
    },

    async findNodesBySlug(requestContext, slugs) {
      const { release, language } = await selecting.select(requestContext);
      const paths = slugs.map((slug) => slug.split('/').reverse());
      const found = await stores.nodes.findBySlugs(requestContext, release.id, paths);
      return found.map((node) => node && localise(node, language));
    },
  };
}

/** @throws DomainError NOT_FOUND, VALIDATION_FAILED */
async function expectNode(stores: Pick<Stores, 'nodes'>, releaseId: string, id: string): Promise<void> {
  if (!(await stores.nodes.getMany(releaseId, [parseIdentifier(id)])).has(id)) throw notFound('node', id);
}

async function prepareChildren(
  selecting: Selecting,
  requestContext: RequestContext,
  { parentId, withTotal, ...request }: ChildNodesQuery,
) {
  const list = JSON.stringify(['child nodes', parentId]);
  const { releaseId, window, ...opened } = await openNodeList(selecting, requestContext, list, request);
  // No id is empty: it stands for the top.
  return { ...opened, query: { releaseId, parentId: parentId ?? '', window, withTotal } };
}
