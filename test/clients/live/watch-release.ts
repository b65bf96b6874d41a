import { createClient } from 'graphql-sse';

const released = `subscription Watch($context: ContextInput) {
  catalogReleased(context: $context) { catalog { id name } release { id publishedAt } }
}`;

export interface WatchOptions {
  readonly url: string;
  /** That sends the page's token, where it needs one. */
  readonly fetch?: typeof fetch;
  /** The same as a trusted document: its text as it was registered. */
  readonly document?: string;
  /** As a code generator types it, too. */
  readonly context?: { readonly [member in 'channel' | 'tag' | 'language']?: string | null | undefined };
  /** The `release.id` that the page was made from: `products { context { release { id } } }`. */
  readonly shown: string;
  /** Asks again for what is shown: `askAgain(client)` (below). Where it throws, it is called again with the next connection. */
  readonly revalidate: () => void;
  /** Told why nothing will be told any more: a faulty context, a document that is not trusted, a page of a foreign origin. */
  readonly onRefused: (reason: unknown) => void;
}

interface Told {
  readonly catalogReleased: { readonly release: { readonly id: string } } | null;
}

/** What another attempt may mend. */
const passing = ['UNAUTHENTICATED', 'RATE_LIMITED', 'UNAVAILABLE', 'NOT_FOUND', 'INTERNAL'];
const lasting = [400, 403, 404, 405, 406, 415];

const codeOf = ({ extensions }: { readonly extensions?: unknown }) =>
  (extensions as { code?: unknown } | undefined)?.code;

/** Returns what ends it. */
export function watchRelease(options: WatchOptions) {
  const { url, document = released, context, shown, revalidate, onRefused } = options;
  const client = createClient({ url, fetchFn: options.fetch ?? fetch, retryAttempts: 0 });
  let release = shown;
  let timer: ReturnType<typeof setTimeout>;
  let isEnded = false;
  const listen = () => {
    client.subscribe<Told>(
      { query: document, variables: { context } },
      {
        next({ data, errors = [] }) {
          if (errors.some((error) => !passing.includes(String(codeOf(error))))) return refused(errors);
          const id = data?.catalogReleased?.release.id;
          if (id === undefined || id === release) return;
          revalidate();
          release = id;
        },
        // The gateway stops, the token has expired, or the network is away: connect again, and not all pages at once.
        complete: again,
        error: (error) =>
          lasting.includes((error as { response?: Response }).response?.status ?? 0) ? refused(error) : again(),
      },
    );
  };
  const again = () => {
    if (!isEnded) timer = setTimeout(listen, 1000 + Math.random() * 4000);
  };
  const end = () => {
    isEnded = true; // `dispose` completes the subscription, too
    clearTimeout(timer);
    client.dispose();
  };
  const refused = (reason: unknown) => {
    if (!isEnded) onRefused(reason);
    end();
  };
  listen();
  return end;
}
