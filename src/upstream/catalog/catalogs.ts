import { createNodeMethods } from '../../domain/catalog/catalog-nodes.ts';
import { createNodeTreeMethods } from '../../domain/catalog/node-tree.ts';
import type { CatalogService } from '../../domain/catalog/ports.ts';
import { eachAlone, type Platform, perRequest, unsupported } from '../platform.ts';
import { createUpstreamNodes } from './nodes.ts';
import { createSelecting } from './selected-release.ts';

type PerRequest = Omit<CatalogService, 'getDirectory' | 'findUpcoming' | 'findKept'>;

export function createUpstreamCatalog(platform: Platform): CatalogService {
  const selecting = createSelecting(platform);
  const service = perRequest<PerRequest>((requestContext) => {
    const stores = { nodes: createUpstreamNodes({ platform, requestContext, selecting }) };
    const tree = createNodeTreeMethods(stores, selecting);
    return {
      ...selecting,
      ...createNodeMethods(stores, selecting),
      ...tree,
      listChildNodes: eachAlone(tree.listChildNodes),

      async watch() {
        throw unsupported('Nothing is told of the releases of a platform that is read at each request.');
      },

      async getManyCatalogs(_scope, ids) {
        const { catalog } = await selecting.select(requestContext);
        return new Map(ids.includes(catalog.id) ? [[catalog.id, catalog]] : []);
      },
    };
  });
  return {
    ...service,
    findUpcoming: () => null,
    findKept: () => null,
    async getDirectory() {
      throw unsupported('The catalogs and rules of a platform are not the concern of its shoppers.');
    },
  };
}
