/** A request may page through releases that have been replaced: those of one release are answered together. In the order of the queries. */
export async function ofEachRelease<Query extends { readonly releaseId: string }, Answer>(
  queries: readonly Query[],
  answer: (releaseId: string, ofRelease: readonly Query[]) => Promise<Answer[]>,
): Promise<Answer[]> {
  const [first] = queries;
  if (first && queries.every(({ releaseId }) => releaseId === first.releaseId)) return answer(first.releaseId, queries);
  const answers = new Map<Query, Answer>();
  for (const [releaseId, ofRelease] of Map.groupBy(queries, (query) => query.releaseId)) {
    const found = await answer(releaseId, ofRelease);
    for (const [index, query] of ofRelease.entries()) answers.set(query, found[index] as Answer);
  }
  return queries.map((query) => answers.get(query) as Answer);
}
