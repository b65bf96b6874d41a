/**
 * Nodes and parents that the products of a list lead to, loaded before the list is written: then what is selected of them is written at once, and once
 * for products that lead to the same.
 */
import type { GraphQLObjectType } from 'graphql';
import type { Product } from '../../domain/product/product.ts';
import { workPrices } from '../../domain/work-budget.ts';
import { type Collecting, collectMembers, type Selecting } from '../bytes/collect-members.ts';
import type { InView } from '../view/catalog-view.ts';

/** A product, and what of it leads to others. */
type Leading = InView<Pick<Product, 'releaseId' | 'parentId' | 'breadcrumbs' | 'breadcrumbNodeIds' | 'nodeIds'>>;

/** Null: all that is needed of the products is there. */
export type LoadRelated = (products: readonly Leading[]) => Promise<unknown> | null;

interface Lead {
  readonly to: 'nodes' | 'products';
  readonly idsIn: (product: Leading) => readonly string[];
}

const ofTrails: Readonly<Record<string, Lead>> = {
  node: { to: 'nodes', idsIn: ({ breadcrumbs }) => breadcrumbs.map(({ nodeId }) => nodeId) },
  path: { to: 'nodes', idsIn: ({ breadcrumbs }) => breadcrumbs.flatMap(({ parentNodeIds }) => parentNodeIds) },
};
const ofProducts: Readonly<Record<string, Lead>> = {
  breadcrumbNodes: { to: 'nodes', idsIn: ({ breadcrumbNodeIds }) => breadcrumbNodeIds },
  nodes: { to: 'nodes', idsIn: ({ nodeIds }) => nodeIds },
  parent: { to: 'products', idsIn: ({ parentId }) => (parentId === null ? [] : [parentId]) },
};

/** `selections`: of each product, where it is selected. Null: nothing is selected of what it leads to. */
export function relatedLoader(
  product: GraphQLObjectType,
  selections: readonly (readonly Selecting[])[],
  collecting: Collecting,
): LoadRelated | null {
  const trail = collecting.schema.getType('Breadcrumb') as GraphQLObjectType;
  const members = selections.flatMap((nodes) => collectMembers(product, nodes, collecting));
  const leads = members.flatMap(({ field, nodes: within }) => {
    if (field !== 'breadcrumbs') return ofProducts[field] ?? [];
    return collectMembers(trail, within, collecting).flatMap((member) => ofTrails[member.field] ?? []);
  });
  if (leads.length === 0) return null;
  return (products) => {
    const loading = leads.flatMap((lead) => loadMissing(products, lead));
    // What fails is told by each field that needs it.
    return loading.length > 0 ? Promise.allSettled(loading) : null;
  };
}

function loadMissing(products: readonly Leading[], { to, idsIn }: Lead): Promise<unknown>[] {
  const loading: Promise<unknown>[] = [];
  let before: Leading | null = null;
  let seen = new Set<string>();
  for (const product of products) {
    const { releaseId, view } = product;
    // A platform's are calls: where one fails, its field alone does.
    if (view.requestContext.upstream) continue;
    // Nearly always all are of one view and release.
    if (before?.view !== view || before.releaseId !== releaseId) seen = new Set();
    before = product;
    const { findNode, findProduct } = view.loaders;
    const payable = view.requestContext.budget.left / workPrices.relatedRecord;
    for (const id of idsIn(product)) {
      // The fields that need them end the request.
      if (seen.size > payable) return loading;
      if (seen.has(id)) continue;
      seen.add(id);
      const found = to === 'nodes' ? findNode(releaseId, id) : findProduct(releaseId, id);
      if (found instanceof Promise) loading.push(found);
    }
  }
  return loading;
}
