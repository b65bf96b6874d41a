import type { ReleaseIndex } from '../index/release-index.ts';
import type { ReleaseIndexes } from '../index/release-indexes.ts';

/** A request may page through releases that have been replaced: those of one release are answered together. In the order of the queries. */
export async function ofEachRelease<Query extends { readonly releaseId: string }, Answer>(
  indexes: Pick<ReleaseIndexes, 'read'>,
  queries: readonly Query[],
  answer: (index: ReleaseIndex, ofRelease: readonly Query[], releaseId: string) => Promise<Answer[]>,
): Promise<Answer[]> {
  const answers = new Map<Query, Answer>();
  for (const [releaseId, ofRelease] of Map.groupBy(queries, (query) => query.releaseId)) {
    const found = await indexes.read(releaseId, (index) => answer(index, ofRelease, releaseId));
    for (const [position, query] of ofRelease.entries()) answers.set(query, found[position] as Answer);
  }
  return queries.map((query) => answers.get(query) as Answer);
}
