import { MirrorProblem } from './mirror-problem.ts';
import type { PlatformReader } from './platform-reader.ts';
import type { RecordFile } from './record-file.ts';

/** Platforms list hierarchies among the nodes, or apart from them: then they have paths of their own. */
export type NodeKind = 'nodes' | 'hierarchies';

/**
 * All nodes of a release. Answers their ids, those of hierarchies too. `release`: its path.
 * @throws MirrorProblem where there are fewer than the platform counts
 */
export async function readNodes(
  reader: PlatformReader,
  release: string,
  file: RecordFile,
): Promise<ReadonlyMap<string, NodeKind>> {
  const kinds = new Map<string, NodeKind>();

  /** Answers how many there are, as the list says. */
  async function readList(path: string, kind: NodeKind): Promise<number> {
    let total = 0;
    for await (const page of reader.listPages(path)) {
      await file.add(page);
      for (const { id } of page.data) if (!kinds.has(String(id))) kinds.set(String(id), kind);
      total = page.total ?? 0;
    }
    return total;
  }

  const total = await readList(`${release}/nodes`, 'nodes');
  // Each counts once: in pages that shift while they are read, one may come again in the place of another.
  const isWhole = kinds.size >= total;
  await readList(`${release}/hierarchies`, 'hierarchies');
  if (isWhole) return kinds;
  // A map is walked to its end, what is added meanwhile included.
  for (const [id, kind] of kinds) {
    const path = `${release}/${kind}/${encodeURIComponent(id)}`;
    await readList(kind === 'nodes' ? `${path}/relationships/children` : `${path}/children`, 'nodes');
  }
  if (kinds.size < total) {
    throw new MirrorProblem(`The platform's list ${release}/nodes has ${total}, and ${kinds.size} of them were found.`);
  }
  return kinds;
}
