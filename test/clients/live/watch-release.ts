import { createClient } from 'graphql-sse';

const document = `subscription Watch($context: ContextInput) {
  catalogReleased(context: $context) { catalog { id name } release { id publishedAt } }
}`;

export interface WatchOptions {
  readonly url: string;
  /** Called for each connection: a token may be another one by then. */
  readonly headers?: () => Promise<Record<string, string>>;
  readonly context?: { readonly channel?: string; readonly tag?: string; readonly language?: string };
  /** The `release.id` that the page was made from: `products { context { release { id } } }`. */
  readonly shown: string;
  /** Asks again for what is shown: `client.refetchQueries({ include: 'active' })`, `revalidatePath('/')`. */
  readonly revalidate: () => void;
}

/** Returns what ends it. */
export function watchRelease({ url, headers = async () => ({}), context, shown, revalidate }: WatchOptions) {
  const client = createClient({ url, headers, retryAttempts: 0 });
  let release = shown;
  let timer: ReturnType<typeof setTimeout>;
  let isEnded = false;
  const listen = () => {
    client.subscribe<{ catalogReleased: { release: { id: string } } }>(
      { query: document, variables: { context } },
      {
        next({ data }) {
          if (!data || data.catalogReleased.release.id === release) return;
          release = data.catalogReleased.release.id;
          revalidate();
        },
        // The gateway stops, the token has expired, or the network is away: connect again, and not all pages at once.
        complete: again,
        error: again,
      },
    );
  };
  const again = () => {
    if (!isEnded) timer = setTimeout(listen, 1000 + Math.random() * 4000);
  };
  listen();
  return () => {
    isEnded = true; // `dispose` completes the subscription, too
    clearTimeout(timer);
    client.dispose();
  };
}
