import { CombinedGraphQLErrors } from '@apollo/client';
import { RetryLink } from '@apollo/client/link/retry';
import type { Told } from './has-failed.ts';

const busy = ['RATE_LIMITED', 'UNAVAILABLE'];

/** Before `failures`, which throws what is to be sent again. Waits as long as `Retry-After` says, and not all pages to the same moment. */
export const retries = new RetryLink({
  attempts: {
    max: 3,
    retryIf: (error, { operationType }) => {
      const isAnswer = CombinedGraphQLErrors.is(error);
      const isBusy = !isAnswer || error.errors.some(({ extensions }: Told) => busy.includes(String(extensions?.code)));
      return operationType === 'query' && isBusy;
    },
  },
  delay: (count, operation) => {
    const { response } = operation.getContext() as { response?: Response };
    return (Number(response?.headers.get('Retry-After')) || count) * 1000 + Math.random() * 500;
  },
});
