/** Nodes that the products of a list lead to, loaded before the list is written: then what is selected of them is written at once. */
import type { GraphQLObjectType } from 'graphql';
import type { Product } from '../../domain/product/product.ts';
import { type Collecting, collectMembers, type Selecting } from '../bytes/collect-members.ts';
import type { InView } from '../view/catalog-view.ts';

/** Null: all that is needed of the products is there. */
export type LoadNodes = (products: readonly unknown[]) => Promise<unknown> | null;

type IdsOf = (product: Product) => readonly string[];

const ofTrails: Readonly<Record<string, IdsOf>> = {
  node: ({ breadcrumbs }) => breadcrumbs.map(({ nodeId }) => nodeId),
  path: ({ breadcrumbs }) => breadcrumbs.flatMap(({ parentNodeIds }) => parentNodeIds),
};
const ofProducts: Readonly<Record<string, IdsOf>> = {
  breadcrumbNodes: ({ breadcrumbNodeIds }) => breadcrumbNodeIds,
  nodes: ({ nodeIds }) => nodeIds,
};

/** Null: nothing is selected of nodes. */
export function nodeLoader(
  product: GraphQLObjectType,
  nodes: readonly Selecting[],
  collecting: Collecting,
): LoadNodes | null {
  const trail = collecting.schema.getType('Breadcrumb') as GraphQLObjectType;
  const idsOf = collectMembers(product, nodes, collecting).flatMap(({ field, nodes: within }) => {
    if (field !== 'breadcrumbs') return ofProducts[field] ?? [];
    return collectMembers(trail, within, collecting).flatMap((member) => ofTrails[member.field] ?? []);
  });
  if (idsOf.length === 0) return null;
  return (products) => {
    const loading = (products as readonly InView<Product>[]).flatMap((one) => loadMissing(one, idsOf));
    return loading.length > 0 ? Promise.all(loading) : null;
  };
}

/** A platform's nodes are calls: where one fails, its field alone does. */
function loadMissing(product: InView<Product>, idsOf: readonly IdsOf[]): Promise<unknown>[] {
  const { releaseId, view } = product;
  if (view.requestContext.upstream) return [];
  const { catalogNode, findNode } = view.loaders;
  const missing = idsOf.flatMap((idsIn) => idsIn(product).filter((id) => findNode(releaseId, id) === undefined));
  return missing.map((id) => catalogNode.load({ releaseId, id }));
}
