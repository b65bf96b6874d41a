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
import { orElse, type Platform, unsupported } from '../platform.ts';
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
  const { childrenOf, nodesBelow, listNodes, byIds } = nodeLists(options);
  const { readHierarchies, named } = hierarchyLists(options.platform.paths, { childrenOf, byIds });

  async function readNodes(read: ReadPage<NodeResource>, { window, releaseId }: PageOfRelease) {
    const page = await readWindow(window, read);
    return {
      ...page,
      items: page.items.map(({ item, sortKey }) => ({ item: toCatalogNode(item, releaseId), sortKey })),
    };
  }

  return {
    async getMany(releaseId, ids) {
      const nodes = await byIds(ids).all();
      const hierarchies = nodes.length < ids.length ? await readHierarchies() : [];
      const found = [...hierarchies.filter(({ id }) => ids.includes(id)), ...nodes];
      return new Map(found.map((node): [string, CatalogNode] => [node.id, toCatalogNode(node, releaseId)]));
    },

    page: (_scope, { ids, ...query }) => readNodes(ids === null ? listNodes : named(ids), query),
    listChildren: (_scope, queries) =>
      Promise.all(queries.map(({ parentId, ...query }) => readNodes(childrenOf(parentId), query))),

    async findBySlugs(_scope, releaseId, slugPaths) {
      const nodes = await readAll(maxNodesForSlugs, listNodes);
      if (!nodes) throw tooManyNodes();
      return findBySlugs([...(await readHierarchies()), ...nodes], slugPaths).map(
        (node) => node && toCatalogNode(node, releaseId),
      );
    },

    async listDocuments(_scope, { ids, parentId, isDeep = false, limit, offset }) {
      const below = isDeep ? nodesBelow : childrenOf;
      const read = parentId !== undefined ? below(parentId) : ids === null ? listNodes : named(ids);
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
    childrenOf: (parentId: string) => (page: OffsetPage) => {
      if (parentId === '') return list(['hierarchies'], { page });
      const ofNode = list(['nodes', parentId, 'relationships', 'children'], { page });
      if (!paths.areHierarchiesApart) return ofNode;
      return orElse(ofNode, () => list(['hierarchies', parentId, 'children'], { page }));
    },
    /** Of a hierarchy, at any depth. */
    nodesBelow: (hierarchyId: string) => (page: OffsetPage) => list(['hierarchies', hierarchyId, 'nodes'], { page }),
    listNodes: (page: OffsetPage) => list(['nodes'], { page }),
    byIds: (ids: readonly string[]) => readByIds(ids, (filter, page) => list(['nodes'], { filter, page })),
  };
}

/** Of a platform where hierarchies are no nodes; elsewhere there are none but nodes. */
function hierarchyLists(
  { areHierarchiesApart }: Platform['paths'],
  { childrenOf, byIds }: Pick<ReturnType<typeof nodeLists>, 'childrenOf' | 'byIds'>,
) {
  async function readHierarchies(): Promise<readonly NodeResource[]> {
    if (!areHierarchiesApart) return [];
    return (await readAll(maxNodesForSlugs, childrenOf(''))) ?? [];
  }

  /** Some platforms list them among the nodes as well. */
  async function notAmongNodes(hierarchies: readonly NodeResource[]): Promise<readonly NodeResource[]> {
    if (hierarchies.length === 0) return [];
    const nodes = new Set((await byIds(hierarchies.map(({ id }) => id)).all()).map(({ id }) => id));
    return hierarchies.filter(({ id }) => !nodes.has(id));
  }

  return {
    readHierarchies,
    /** The hierarchies that are named stand after the nodes. */
    named(ids: readonly string[]): ReadPage<NodeResource> {
      return async (page) => {
        const nodes = await readPage(page, byIds(ids).page);
        if (nodes.isAtLeast || nodes.total >= ids.length) return nodes;
        const others = await notAmongNodes((await readHierarchies()).filter(({ id }) => ids.includes(id)));
        const from = Math.max(0, page.offset - nodes.total);
        const items = [...nodes.items, ...others.slice(from, from + page.limit - nodes.items.length)];
        return { items, total: nodes.total + others.length };
      };
    },
  };
}

function tooManyNodes() {
  return unsupported(
    `The platform finds no node by its slug, and has more than the ${maxNodesForSlugs} that are looked through.`,
  );
}
