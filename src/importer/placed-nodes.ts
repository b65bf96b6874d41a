import { type KeptRecord, keyInCatalog } from './kept-record.ts';

/** Nodes in the places of those of a release that they replace, and after all of these where they are new: it counts who names a node first. */
export function placed(kept: readonly KeptRecord[], baseNodes: readonly KeptRecord[]): KeptRecord[] {
  if (baseNodes.length === 0) return [...kept];
  const positions = new Map(baseNodes.map((node) => [keyInCatalog(node), node.position]));
  const first = baseNodes.reduce((last, { position }) => Math.max(last, position), -1) + 1;
  return kept.map((one) => {
    const position = one.record.type === 'node' ? positions.get(keyInCatalog(one)) : undefined;
    return { ...one, position: position ?? first + one.sequence };
  });
}
