import { createNodeMethods, type NodeMethods } from '../../domain/catalog/catalog-nodes.ts';
import { createNodeTreeMethods, type NodeTreeMethods } from '../../domain/catalog/node-tree.ts';
import type { CatalogService } from '../../domain/catalog/ports.ts';
import { eachAlone, type Platform, perRequest, unsupported } from '../platform.ts';
import { createUpstreamNodes } from './nodes.ts';
import { createSelecting } from './selected-release.ts';

export function createUpstreamCatalog(platform: Platform): CatalogService {
  const selecting = createSelecting(platform);
  const ofNodes = perRequest<NodeMethods & NodeTreeMethods>((requestContext) => {
    const stores = { nodes: createUpstreamNodes({ platform, requestContext, selecting }) };
    const tree = createNodeTreeMethods(stores, selecting);
    return { ...createNodeMethods(stores, selecting), ...tree, listChildNodes: eachAlone(tree.listChildNodes) };
  });
  return {
    ...selecting,
    ...ofNodes,
    findUpcoming: () => null,
    findKept: () => null,

    async watch() {
      throw unsupported('Nothing is told of the releases of a platform that is read at each request.');
    },

    async getManyCatalogs(requestContext, ids) {
      const { catalog } = await selecting.select(requestContext);
      return new Map(ids.includes(catalog.id) ? [[catalog.id, catalog]] : []);
    },

    async getDirectory() {
      throw unsupported('The catalogs and rules of a platform are not the concern of its shoppers.');
    },
  };
}
