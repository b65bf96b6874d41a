import { type NodeResource, parentNodeIdOf } from '../contract/node.ts';

/**
 * Nodes that name no parent get the one that names them among its children: platforms say either. Of several the first one counts,
 * and none of which the node would be its own ancestor. Answers the very node where nothing of it changes.
 */
export function withNamedParents(nodes: readonly NodeResource[]): NodeResource[] {
  const parents = new Map(nodes.map((node) => [node.id, parentNodeIdOf(node)]));
  for (const { id, relationships } of nodes) {
    for (const child of relationships?.children?.data ?? []) {
      if (parents.get(child.id) === null && !isAtOrAbove(child.id, id, parents)) parents.set(child.id, id);
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

function isAtOrAbove(id: string, start: string, parents: ReadonlyMap<string, string | null>): boolean {
  const walked = new Set<string>();
  for (let at: string | null | undefined = start; at != null && !walked.has(at); at = parents.get(at)) {
    if (at === id) return true;
    walked.add(at);
  }
  return false;
}
