import type { Client, RequestParams, Sink } from 'graphql-sse';

/** What another attempt may mend. */
const passing = ['UNAUTHENTICATED', 'RATE_LIMITED', 'UNAVAILABLE', 'NOT_FOUND', 'INTERNAL'];
const lasting = [400, 403, 404, 405, 406, 415];

const isLasting = ({ extensions }: { readonly extensions?: unknown }) =>
  !passing.includes(String((extensions as { code?: unknown } | undefined)?.code));

/**
 * As `client.subscribe`, and connects again where the gateway stops, the token has expired or the network is away: not all pages at once, and nobody
 * is told. Ends where another attempt would be refused, too: with `error`, or with `complete` after a result that says why. Returns what ends it.
 */
export function keepSubscribed<Result>(client: Client, request: RequestParams, sink: Sink<Result>) {
  let unsubscribe = () => {};
  let timer: ReturnType<typeof setTimeout>;
  let isEnded = false;
  const end = () => {
    isEnded = true; // it is told as complete, too
    clearTimeout(timer);
    unsubscribe();
  };
  const again = () => {
    unsubscribe();
    if (!isEnded) timer = setTimeout(connect, 1000 + Math.random() * 4000);
  };
  const connect = () => {
    unsubscribe = client.subscribe(request, {
      next(result) {
        const isRefused = result.errors?.some(isLasting);
        if (!result.data && !isRefused) return; // Relay would end, and urql show the error beside all that comes later
        sink.next(result as Result);
        if (isEnded || !isRefused) return;
        end();
        sink.complete();
      },
      complete: again,
      error(error) {
        if (isEnded || !lasting.includes((error as { response?: Response }).response?.status ?? 0)) return again();
        end();
        sink.error(error);
      },
    });
  };
  connect();
  return end;
}
