import { type NodeResource, parentNodeIdOf } from '../contract/node.ts';

/**
 * Nodes that name no parent get the one that names them among its children: platforms say either. Of several the first one counts,
 * and none of which the node would be its own ancestor. Answers the very node where nothing of it changes.
 */
export function withNamedParents(nodes: readonly NodeResource[]): NodeResource[] {
  const parents = new Map(nodes.map((node) => [node.id, parentNodeIdOf(node)]));
  const highest = createHighest(parents);
  for (const { id, relationships } of nodes) {
    for (const child of relationships?.children?.data ?? []) {
      // A child without a parent is above the node if it is the highest one there.
      if (parents.get(child.id) === null && highest(id) !== child.id) parents.set(child.id, id);
    }
  }
  return nodes.map((node) => {
    const parentId = parents.get(node.id) ?? null;
    if (parentId === null || parentNodeIdOf(node) !== null) return node;
    const { parent } = node.relationships ?? {};
    const named = { ...parent, data: { id: parentId, type: 'node' } };
    return { ...node, relationships: { ...node.relationships, parent: named } };
  });
}

/**
 * Finds the node above which there is none, by way of the one that was found last: a chain of many thousands is not walked again for
 * each of its nodes. Parents may be given meanwhile, and none may change. Where those above lead in a circle it is one of that circle.
 */
function createHighest(parents: ReadonlyMap<string, string | null>): (id: string) => string {
  const shortcuts = new Map<string, string>();
  const aboveOf = (id: string) => shortcuts.get(id) ?? parents.get(id) ?? null;
  return (id) => {
    const walked = new Set<string>();
    let at = id;
    for (let above = aboveOf(at); above !== null && !walked.has(at); above = aboveOf(at)) {
      walked.add(at);
      at = above;
    }
    for (const below of walked) shortcuts.set(below, at);
    return at;
  };
}
