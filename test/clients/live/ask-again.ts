import type { ApolloClient } from '@apollo/client';
import { delay, filter, firstValueFrom } from 'rxjs';

/**
 * Requests again what is shown. What is on its way, a page of `fetchMore` too, may be of the release before: it is requested again when it has come.
 * A moment later, because until then it is the answer to whatever asks for the same.
 */
export async function askAgain(client: ApolloClient): Promise<void> {
  const underway = [...client.getObservableQueries()].filter((query) => query.getCurrentResult().loading);
  const come = underway.map((query) =>
    firstValueFrom(
      query.pipe(
        filter(({ loading }) => !loading),
        delay(0),
      ),
    ),
  );
  const others = client.refetchQueries({ include: 'active', onQueryUpdated: (query) => !underway.includes(query) });
  await Promise.allSettled([...come, ...others.results]);
  await client.refetchQueries({ include: 'active', onQueryUpdated: (query) => underway.includes(query) });
}
