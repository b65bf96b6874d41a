import { MirrorProblem } from './mirror-problem.ts';
import type { PlatformReader } from './platform-reader.ts';
import type { RecordFile } from './record-file.ts';

/** Platforms list hierarchies among the nodes, or apart from them: then they have paths of their own. */
export type NodeKind = 'nodes' | 'hierarchies';

/** The list of what is in a node. `release`: its path. */
export function pathBelow(
  release: string,
  [id, kind]: readonly [string, NodeKind],
  what: 'children' | 'products',
): string {
  const path = `${release}/${kind}/${encodeURIComponent(id)}`;
  return kind === 'nodes' ? `${path}/relationships/${what}` : `${path}/${what}`;
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

  /** Answers how many there are by the last page that says it, how many were shown, and whether there are more. */
  async function readList(path: string, kind: NodeKind) {
    // Each counts once: in pages that shift while they are read, one may come again in the place of another.
    const found = new Set<string>();
    let [total, isAtLeast, isCut] = [0, true, false];
    for await (const page of reader.listPages(path)) {
      await file.add(page);
      for (const { id } of page.data) {
        found.add(String(id));
        if (!kinds.has(String(id))) kinds.set(String(id), kind);
      }
      // A page that counts nothing takes back nothing of what was counted before it.
      if (page.total !== null) [total, isAtLeast] = [page.total, page.isAtLeast];
      isCut = page.isCut;
    }
    return { total, found: found.size, isAtLeast, isCut };
  }

  const { total, found, isAtLeast, isCut } = await readList(`${release}/nodes`, 'nodes');
  const hierarchies = await readList(`${release}/hierarchies`, 'hierarchies');
  // Nothing else leads to a hierarchy.
  if (hierarchies.found < hierarchies.total || hierarchies.isCut) throw lacking(`${release}/hierarchies`, hierarchies);
  if (found >= total && !isCut) return kinds;
  let areChildrenCut = false;
  // A map is walked to its end, what is added meanwhile included.
  for (const node of kinds) {
    const children = await readList(pathBelow(release, node, 'children'), 'nodes');
    areChildrenCut ||= children.isCut;
  }
  // Where nobody has counted them all, those that no list leads to are not missed.
  if (kinds.size < total || (isAtLeast && areChildrenCut)) {
    throw lacking(`${release}/nodes`, { total, found: kinds.size, isAtLeast });
  }
  return kinds;
}

interface Lacking {
  readonly total: number;
  readonly found: number;
  readonly isAtLeast: boolean;
}

function lacking(path: string, { total, found, isAtLeast }: Lacking): MirrorProblem {
  const count = isAtLeast ? `at least ${Math.max(total, found)}` : total;
  return new MirrorProblem(`The platform's list ${path} has ${count}, and ${found} of them were found.`);
}
