import type { PlatformReader } from './platform-reader.ts';
import type { RecordFile } from './record-file.ts';

/** All nodes of a release. Answers their ids, those of hierarchies too. `release`: its path. */
export async function readNodes(reader: PlatformReader, release: string, file: RecordFile): Promise<string[]> {
  const ids = new Set<string>();
  let listed = 0;
  let total = 0;

  async function readList(path: string): Promise<void> {
    for await (const page of reader.listPages(path)) {
      await file.add(page);
      for (const { id } of page.data) ids.add(String(id));
    }
  }

  for await (const page of reader.listPages(`${release}/nodes`)) {
    await file.add(page);
    for (const { id } of page.data) ids.add(String(id));
    listed += page.data.length;
    total = page.total ?? listed;
  }
  // Where hierarchies are not among the nodes; where they are, they are there already.
  const nodesAlone = new Set(ids);
  await readList(`${release}/hierarchies`);
  if (listed >= total) return [...ids];
  // A set is walked to its end, what is added meanwhile included.
  for (const id of ids) {
    const kind = nodesAlone.has(id) ? 'nodes' : 'hierarchies';
    const path = `${release}/${kind}/${encodeURIComponent(id)}`;
    await readList(kind === 'nodes' ? `${path}/relationships/children` : `${path}/children`);
  }
  return [...ids];
}
