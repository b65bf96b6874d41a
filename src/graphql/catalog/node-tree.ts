/** How shoppers find their way through the catalog's nodes: from the top down, or by what a URL holds. */
import { nodeSlugConstraint, nodeSlugFault } from '../../domain/catalog/node-slug.ts';
import { excerpt, expectNoFault, refusal, unknownReference } from '../../domain/errors.ts';
import { builder } from '../schema/builder.ts';
import { pageArguments, toConnection, toPageRequest } from '../schema/connection.ts';
import { constrainedBy } from '../schema/constraint.ts';
import { contextArgument } from '../view/context-input.ts';
import { CatalogNodeType, NodeConnectionType } from './catalog.ts';

builder.objectField(CatalogNodeType, 'children', (t) =>
  t.field({
    type: NodeConnectionType,
    nullable: true,
    description: 'The live nodes right below it, the last updated first (then by id). Batched.',
    args: pageArguments(t.arg),
    resolve: async ({ id, releaseId, view }, page, _context, info) =>
      toConnection(
        await view.loaders.childNodes.load({ parentId: id, releaseId, faults: [], ...toPageRequest(page, info) }),
      ),
  }),
);

builder.queryFields((t) => ({
  catalogRoots: t.field({
    type: NodeConnectionType,
    nullable: true,
    description:
      "The live nodes at the top of the shopper's catalog, the last updated first (then by id): its hierarchies, and what stands " +
      'below no node that the release has.',
    args: { context: t.arg(contextArgument), ...pageArguments(t.arg) },
    resolve: async (_root, { context, ...page }, { views }, info) => {
      const { view, faults } = views.read(context);
      const query = { parentId: null, releaseId: null, faults, ...toPageRequest(page, info) };
      return toConnection(await view.loaders.childNodes.load(query));
    },
  }),
  nodeBySlug: t.field({
    type: CatalogNodeType,
    nullable: true,
    description:
      "The live node of the shopper's catalog with this slug. Nodes may share one: of several, the one nearest to a root counts, " +
      'then the last updated. A path says which is meant: `clothing/jackets` is the node `jackets` right below a node `clothing`. ' +
      'NOT_FOUND, and null, where no node has it. Batched.',
    args: {
      context: t.arg(contextArgument),
      slug: t.arg.string({
        required: true,
        ...constrainedBy(nodeSlugConstraint, 'The slug, alone or after those of the nodes right above it.'),
      }),
    },
    resolve: async (_root, { slug, context }, { views }) => {
      const { view, faults } = views.read(context);
      expectNoFault(['slug'], nodeSlugFault(slug), faults);
      const node = await view.loaders.nodeBySlug.load(slug);
      if (!node) throw refusal([unknownReference(['slug'], `No node with the slug '${excerpt(slug)}' was found.`)]);
      return node;
    },
  }),
}));
