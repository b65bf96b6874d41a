import type { Tokens } from '../auth/tokens.ts';
import { isLoopback } from '../http/loopback.ts';
import type { GraphiQLTab } from './graphiql.ts';

export interface GraphiQLTabsOptions {
  /** Whether there is the demo store, and where the gateway listens. */
  readonly config: { readonly isDemo: boolean; readonly host: string };
  readonly tokens: Pick<Tokens, 'issue'>;
  readonly now: () => Date;
}

const starterTab: GraphiQLTab = {
  title: 'The newest products of the catalog. Ctrl+Space suggests what else there is.',
  query: 'query Products {\n  products(first: 10) {\n    totalCount\n    nodes { id name productTypes }\n  }\n}',
};

/**
 * What GraphiQL opens on: with the demo store, examples that carry a token of the demo's admin key. The token is handed
 * out only where nobody but this machine can connect: the gateway listens on loopback, and the page was requested by a
 * loopback name (a page of another site that resolves to us, "DNS rebinding", comes under that site's name).
 */
export function createGraphiQLTabs({ config, tokens, now }: GraphiQLTabsOptions) {
  return async (request: Request): Promise<readonly GraphiQLTab[]> => {
    if (!config.isDemo) return [starterTab];
    const [{ exampleTabs }, { demoCredentials }] = await Promise.all([
      import('../demo/example-tabs.ts'),
      import('../demo/application-keys.ts'),
    ]);
    const isLocal = isLoopback(config.host) && isLoopback(new URL(request.url).hostname);
    const token = isLocal ? await tokens.issue(demoCredentials.clientId, 'client_credentials', now()) : null;
    return exampleTabs(token && `Bearer ${token.accessToken}`, now());
  };
}
