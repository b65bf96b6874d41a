import { ApolloLink, CombinedGraphQLErrors } from '@apollo/client';
import { tap } from 'rxjs';
import { hasFailed } from './has-failed.ts';

/** Before the link that sends: whatever fails for the moment is requested again when it is shown again. */
export const failures = new ApolloLink((operation, forward) =>
  forward(operation).pipe(
    tap((result) => {
      if (operation.operationType === 'query' && hasFailed(result.errors)) throw new CombinedGraphQLErrors(result);
    }),
  ),
);
