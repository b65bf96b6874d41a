import type { PlatformReader } from './platform-reader.ts';
import type { RecordFile } from './record-file.ts';

/** Platforms list hierarchies among the nodes, or apart from them: then they have paths of their own. */
export type NodeKind = 'nodes' | 'hierarchies';

/** All nodes of a release. Answers their ids, those of hierarchies too. `release`: its path. */
export async function readNodes(
  reader: PlatformReader,
  release: string,
  file: RecordFile,
): Promise<ReadonlyMap<string, NodeKind>> {
  const kinds = new Map<string, NodeKind>();
  let listed = 0;
  let total = 0;

  async function readList(path: string, kind: NodeKind): Promise<void> {
    for await (const page of reader.listPages(path)) {
      await file.add(page);
      for (const { id } of page.data) if (!kinds.has(String(id))) kinds.set(String(id), kind);
      listed += page.data.length;
      total = page.total ?? listed;
    }
  }

  await readList(`${release}/nodes`, 'nodes');
  const isWhole = listed >= total;
  await readList(`${release}/hierarchies`, 'hierarchies');
  if (isWhole) return kinds;
  // A map is walked to its end, what is added meanwhile included.
  for (const [id, kind] of kinds) {
    const path = `${release}/${kind}/${encodeURIComponent(id)}`;
    await readList(kind === 'nodes' ? `${path}/relationships/children` : `${path}/children`, 'nodes');
  }
  return kinds;
}
