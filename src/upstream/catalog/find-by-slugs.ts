import { hierarchyIdOf, isLiveNode, type NodeResource, parentNodeIdOf } from '../../contract/node.ts';
import { compareCodePoints, sortKeyOf } from '../../domain/paging/sort-key.ts';

/**
 * Of all nodes those that paths of slugs mean, the lowest first: the one nearest to a root, then the first in the order of nodes. Those below a node that the
 * platform does not show, such as a draft, come last: no menu leads there. A hierarchy that is not among the nodes is the top.
 */
export function findBySlugs(
  nodes: readonly NodeResource[],
  slugPaths: readonly (readonly string[])[],
): (NodeResource | null)[] {
  const live = nodes.filter(isLiveNode);
  const byId = new Map(live.map((node) => [node.id, node]));
  const parentOf = (node: NodeResource) => byId.get(parentNodeIdOf(node) ?? '');

  function depthOf(node: NodeResource): number {
    const seen = new Set<NodeResource>();
    let top = node;
    for (let at: NodeResource | undefined = node; at && !seen.has(at); at = parentOf(at)) {
      seen.add(at);
      top = at;
    }
    const above = parentNodeIdOf(top);
    const isBelowHidden = above !== null && above !== hierarchyIdOf(top) && !byId.has(above);
    return seen.size + (isBelowHidden ? nodes.length : 0);
  }

  function fits(node: NodeResource, path: readonly string[]): boolean {
    let at: NodeResource | undefined = node;
    for (const slug of path) {
      if (at?.attributes.slug !== slug) return false;
      at = parentOf(at);
    }
    return true;
  }

  const inOrder = live
    .map((node) => ({ node, depth: depthOf(node), key: sortKeyOf(node.attributes.updated_at, node.id) }))
    .sort((a, b) => a.depth - b.depth || compareCodePoints(a.key, b.key));
  return slugPaths.map((path) => inOrder.find(({ node }) => fits(node, path))?.node ?? null);
}
