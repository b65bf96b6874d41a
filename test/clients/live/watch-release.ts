import { createClient, type ExecutionResult } from 'graphql-sse';
import { keepSubscribed } from './keep-subscribed.ts';

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

/** Returns what ends it. */
export function watchRelease(options: WatchOptions) {
  const { url, document = released, context, shown, revalidate, onRefused } = options;
  const client = createClient({ url, fetchFn: options.fetch ?? fetch, retryAttempts: 0 });
  let release = shown;
  let reason: unknown;
  return keepSubscribed<ExecutionResult<Told>>(
    client,
    { query: document, variables: { context } },
    {
      next({ data, errors }) {
        reason = errors;
        const id = data?.catalogReleased?.release.id;
        if (id === undefined || id === release) return;
        revalidate();
        release = id;
      },
      error: onRefused,
      complete: () => onRefused(reason),
    },
  );
}
