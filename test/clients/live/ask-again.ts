import type { ApolloClient } from '@apollo/client';

/** Requests again what is shown. A query that is on its way is not sent anew, though its answer may be of the release before: it is when that has come. */
export async function askAgain(client: ApolloClient): Promise<void> {
  const underway = new Set([...client.getObservableQueries()].filter((query) => query.getCurrentResult().loading));
  await Promise.allSettled(client.refetchQueries({ include: 'active' }).results);
  await client.refetchQueries({ include: 'active', onQueryUpdated: (query) => underway.has(query) });
}
