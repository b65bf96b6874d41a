/** Listens to the gateway's events as an application does: with graphql-sse's own client. */
import { createClient } from 'graphql-sse';

export interface Told {
  readonly catalog: string;
  readonly release: string;
}

export interface Listener {
  /** What the events said, in their order. */
  readonly told: readonly Told[];
  /** The codes of errors that came as events. */
  readonly codes: readonly string[];
  /** How it ended; null: it has not. */
  readonly ended: 'complete' | { readonly status: number | null } | null;
  close(): void;
}

export interface ListenOptions {
  readonly url: string;
  readonly headers?: Record<string, string>;
  /** As GraphQL writes it: `{ channel: "web" }`. */
  readonly context?: string;
  readonly onTold?: (told: Told) => void;
}

interface Event {
  readonly catalogReleased: {
    readonly catalog: { readonly name: string };
    readonly release: { readonly resourceId: string };
  };
}

export function listenTo({ url, headers = {}, context, onTold }: ListenOptions): Listener {
  const argument = context === undefined ? '' : `(context: ${context})`;
  const query = `subscription { catalogReleased${argument} { catalog { name } release { resourceId } } }`;
  const client = createClient({ url: `${url}/graphql`, headers, retryAttempts: 0 });
  const told: Told[] = [];
  const codes: string[] = [];
  let ended: Listener['ended'] = null;
  client.subscribe<Event>(
    { query },
    {
      next({ data, errors = [] }) {
        codes.push(...errors.map(({ extensions }) => String(extensions?.code)));
        if (!data) return;
        const { catalog, release } = data.catalogReleased;
        const one = { catalog: catalog.name, release: release.resourceId };
        told.push(one);
        onTold?.(one);
      },
      error(error) {
        ended = { status: (error as { readonly response?: Response }).response?.status ?? null };
      },
      complete() {
        ended = 'complete';
      },
    },
  );
  return {
    told,
    codes,
    get ended() {
      return ended;
    },
    close: () => client.dispose(),
  };
}
