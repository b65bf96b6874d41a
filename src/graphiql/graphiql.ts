/**
 * GraphiQL without another host: the page, its scripts, workers, styles and fonts all come from here. It opens on the tabs that it is
 * given, with the credentials of the moment at which the page is requested; `graphiql-client.ts` says what becomes of them in the browser.
 */
import { type GraphiQLAssets, loadGraphiQLAssets } from './graphiql-assets.ts';
import type { Example } from './graphiql-client.ts';
import { renderPage } from './graphiql-page.ts';

export interface GraphiQLTab {
  /** A sentence for the reader, shown as a comment above the query. The tab itself is named after the operation. */
  readonly title?: string;
  readonly query: string;
  /** A JSON object. */
  readonly variables?: string;
  /** A JSON object, or nothing. The first Authorization among the tabs is also what a tab opened by the user starts with. */
  readonly headers?: string;
}

export interface GraphiQLConfig {
  readonly title: string;
  /** Called for each page, so that a token in the headers is fresh. */
  readonly tabs: (request: Request) => readonly GraphiQLTab[] | Promise<readonly GraphiQLTab[]>;
}

export interface GraphiQL {
  page(request: Request): Promise<Response>;
  /** Null when there is no asset of that name. */
  asset(name: string, request: Request): Promise<Response | null>;
}

/**
 * What the page queries, and where it is served itself, with its assets below it. Relative to the page, since only the browser knows
 * under which path a proxy shows it.
 */
const endpoint = 'graphql';

export function createGraphiQL({ title, tabs: tabsFor }: GraphiQLConfig): GraphiQL {
  let assets: Promise<GraphiQLAssets> | undefined;
  const getAssets = () => {
    assets ??= loadGraphiQLAssets();
    return assets;
  };
  return {
    async page(request) {
      const { names } = await getAssets();
      const tabs = await tabsFor(request);
      const credentials = [...new Set(tabs.flatMap(toCredentials))];
      const toUrl = (name: string) => `${endpoint}/assets/${name}`;
      return renderPage({
        appUrl: toUrl(names.app),
        clientUrl: toUrl(names.client),
        stylesUrl: toUrl(names.styles),
        faviconUrl: toUrl(names.favicon),
        options: {
          ...{ endpoint, title },
          examples: tabs.map(toExample),
          newTabHeaders: credentials[0] ? JSON.stringify({ Authorization: credentials[0] }, null, 2) : '',
          credentials,
          workers: {
            editorWorkerService: toUrl(names.editorWorker),
            json: toUrl(names.jsonWorker),
            graphql: toUrl(names.graphqlWorker),
          },
        },
      });
    },
    async asset(name, request) {
      return (await getAssets()).respond(name, request);
    },
  };
}

function toExample({ title, query, variables = '', headers = '' }: GraphiQLTab, index: number): Example {
  const operationName = /^ *(?:query|mutation|subscription) +(\w+)/m.exec(query)?.[1] ?? '<untitled>';
  const comment = title ? `${title.replace(/^/gm, '# ')}\n` : '';
  return { id: `example:${index}:${operationName}`, title: operationName, query: comment + query, variables, headers };
}

function toCredentials({ headers }: GraphiQLTab): string[] {
  return Object.entries(JSON.parse(headers || '{}') as Record<string, string>)
    .filter(([name]) => name.toLowerCase() === 'authorization')
    .map(([, value]) => value);
}
