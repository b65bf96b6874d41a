import { MirrorProblem } from './mirror-problem.ts';
import { isWhole, lacking, type PlatformPage, type PlatformReader } from './platform-reader.ts';
import type { RecordFile } from './record-file.ts';

/** Platforms list hierarchies among the nodes, or apart from them: then they have paths of their own. */
export type NodeKind = 'nodes' | 'hierarchies';

/** The list of what is in a node, or of the children of a product. `release`: its path. An id that no URL can have is the importer's to refuse. */
export function pathBelow(
  release: string,
  [id, kind]: readonly [string, NodeKind | 'products'],
  what: 'children' | 'products',
): string {
  const path = `${release}/${kind}/${encodeURIComponent(id.toWellFormed())}`;
  return kind === 'hierarchies' ? `${path}/${what}` : `${path}/relationships/${what}`;
}

/**
 * All nodes of a release. Answers their ids, those of hierarchies too. `release`: its path.
 * @throws MirrorProblem where there are fewer nodes or hierarchies than the platform counts
 */
export async function readNodes(
  reader: PlatformReader,
  release: string,
  file: RecordFile,
): Promise<ReadonlyMap<string, NodeKind>> {
  const kinds = new Map<string, NodeKind>();

  const takeAs = (kind: NodeKind) => async (page: PlatformPage) => {
    await file.add(page);
    for (const { id } of page.data) if (!kinds.has(String(id))) kinds.set(String(id), kind);
  };

  const nodes = await reader.readList(`${release}/nodes`, '', takeAs('nodes'));
  // Where they are nodes, there may be no list of them.
  const hierarchies = await reader.findList(`${release}/hierarchies`, takeAs('hierarchies'));
  // Nothing else leads to a hierarchy.
  if (hierarchies && !isWhole(hierarchies)) throw new MirrorProblem(lacking(`${release}/hierarchies`, hierarchies));
  if (isWhole(nodes)) return kinds;
  let areChildrenCut = false;
  // A map is walked to its end, what is added meanwhile included.
  for (const node of kinds) {
    const { isCut } = await reader.readList(pathBelow(release, node, 'children'), '', takeAs('nodes'));
    areChildrenCut ||= isCut;
  }
  // Where nobody has counted them all, those that no list leads to are not missed.
  const all = { ...nodes, found: kinds.size, isCut: nodes.isAtLeast && areChildrenCut };
  if (!isWhole(all)) throw new MirrorProblem(lacking(`${release}/nodes`, all));
  return kinds;
}
