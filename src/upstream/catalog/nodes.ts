/** The nodes of the release that is shown, as a store of them: all that it answers is read from the platform. */
import { type NodeResource, toCatalogNode } from '../../contract/node.ts';
import { resources } from '../../contract/resources.ts';
import type { CatalogNode } from '../../domain/catalog/catalog.ts';
import type { CatalogService, NodeStore, NodeWindowQuery } from '../../domain/catalog/ports.ts';
import { formatExactJson } from '../../domain/input/exact-json.ts';
import type { OffsetPage } from '../../domain/paging/page.ts';
import type { RequestContext } from '../../domain/request-context.ts';
import { type ListParameters, pathTo } from '../dialect/paths.ts';
import { readRecords, recordForm } from '../dialect/record-form.ts';
import { readAll } from '../paging/read-all.ts';
import { readByIds } from '../paging/read-by-ids.ts';
import { type ReadPage, readPage, readWindow } from '../paging/read-window.ts';
import { type Platform, unsupported } from '../platform.ts';
import { findBySlugs } from './find-by-slugs.ts';

const form = recordForm(resources.node.schema, resources.node.accept);

/** Of a catalog: more are not looked through for a slug. */
export const maxNodesForSlugs = 1000;

export interface NodesOptions {
  readonly platform: Platform;
  readonly requestContext: RequestContext;
  readonly selecting: Pick<CatalogService, 'select'>;
}

export function createUpstreamNodes(options: NodesOptions): NodeStore {
  const { childrenOf, listNodes, byIds } = nodeLists(options);

  async function readNodes(read: ReadPage<NodeResource>, { window, releaseId }: PageOfRelease) {
    const page = await readWindow(window, read);
    return {
      ...page,
      items: page.items.map(({ item, sortKey }) => ({ item: toCatalogNode(item, releaseId), sortKey })),
    };
  }

  return {
    async getMany(releaseId, ids) {
      const found = await byIds(ids).all();
      return new Map(found.map((node): [string, CatalogNode] => [node.id, toCatalogNode(node, releaseId)]));
    },

    page: (_scope, { ids, ...query }) => readNodes(ids === null ? listNodes : byIds(ids).page, query),
    listChildren: (_scope, queries) =>
      Promise.all(queries.map(({ parentId, ...query }) => readNodes(childrenOf(parentId), query))),

    async findBySlugs(releaseId, slugPaths) {
      const nodes = await readAll(maxNodesForSlugs, listNodes);
      if (!nodes) throw tooManyNodes();
      return findBySlugs(nodes, slugPaths).map((node) => node && toCatalogNode(node, releaseId));
    },

    async listDocuments(_scope, { ids, parentId, limit, offset }) {
      const named = ids === null ? listNodes : byIds(ids).page;
      const read = parentId === undefined ? named : childrenOf(parentId);
      const { items, total } = await readPage({ limit, offset }, read);
      return { documents: items.map((node) => formatExactJson(node)), total };
    },
  };
}

type PageOfRelease = Pick<NodeWindowQuery, 'window' | 'releaseId'>;

function nodeLists({ platform: { client, paths }, requestContext, selecting }: NodesOptions) {
  const list = async (segments: string[], parameters: ListParameters) => {
    const { release } = await selecting.select(requestContext);
    const path = pathTo(paths.catalog, segments, parameters);
    return readRecords(form, await client.get(requestContext, path, release.id));
  };
  return {
    /** `parentId` empty: the top. */
    childrenOf: (parentId: string) => (page: OffsetPage) =>
      list(parentId === '' ? ['hierarchies'] : ['nodes', parentId, 'relationships', 'children'], { page }),
    listNodes: (page: OffsetPage) => list(['nodes'], { page }),
    byIds: (ids: readonly string[]) =>
      readByIds(
        ids,
        (filter, page) => list(['nodes'], { filter, page }),
        ({ attributes }) => attributes.updated_at,
      ),
  };
}

function tooManyNodes() {
  return unsupported(
    `The platform finds no node by its slug, and has more than the ${maxNodesForSlugs} that are looked through.`,
  );
}
