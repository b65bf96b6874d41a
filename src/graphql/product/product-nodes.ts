/** Nodes and their products, from either side. */
import { CatalogNodeType } from '../catalog/catalog.ts';
import { builder } from '../schema/builder.ts';
import { ProductConnectionType, productListArguments, toListQuery, toProductConnection } from './product-connection.ts';
import { loadNodes } from './product-details.ts';
import { type DetailedSource, ofIds, ProductType } from './product-ref.ts';

builder.objectField(CatalogNodeType, 'products', (t) =>
  t.field({
    type: ProductConnectionType,
    nullable: true,
    description:
      'The live products of the node and of the nodes below it, each once: parents, bundles and standard products. Child products ' +
      "are shown by their parents. A product is where the platform's `bread_crumbs` say. Batched.",
    args: productListArguments(t.arg),
    resolve: async ({ id, releaseId, view }, args, context, info) => {
      const query = { nodeId: id, releaseId, ...toListQuery(args, context, info) };
      return toProductConnection(await view.loaders.nodeProducts.load(query), query);
    },
  }),
);

builder.objectField(ProductType, 'nodes', (t) =>
  t.field({
    type: [CatalogNodeType],
    description: 'The nodes that it is in, those that the release has, in the order of the platform. Batched.',
    extensions: ofIds,
    resolve: ({ releaseId, nodeIds, view }: DetailedSource) => loadNodes(releaseId, nodeIds, view),
  }),
);
