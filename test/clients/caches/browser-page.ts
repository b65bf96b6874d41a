/** What runs in the browser: the client, and the page that shows what its cache holds. */
import { openApolloWith } from './apollo-cache.ts';
import type { CacheClient, OpenClient } from './cache-client.ts';
import { openGraphcacheWith } from './graphcache.ts';
import { openRelay } from './relay-cache.ts';

export type ClientName = 'apollo' | 'graphcache' | 'relay';

export interface OpenedPage {
  open(name: ClientName, options: Parameters<OpenClient>[0] & { readonly embedded: string }): void;
  /** `read` shows it, too. */
  act(action: 'query' | 'refetch' | 'read', document: string, variables: object): Promise<unknown>;
}

const browser = globalThis as unknown as {
  readonly document: { readonly body: { textContent: string } };
  shop: OpenedPage;
};
let client: CacheClient | null = null;

browser.shop = {
  open(name, { embedded, ...options }) {
    const openClient = { apollo: openApolloWith(embedded), graphcache: openGraphcacheWith(embedded), relay: openRelay }[
      name
    ];
    client = openClient(options);
  },
  async act(action, document, variables) {
    const data = await client?.[action](document, variables);
    if (action === 'read') browser.document.body.textContent = JSON.stringify(data);
    return data;
  },
};
