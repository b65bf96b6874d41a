import type { App } from '../app.ts';
import { type Config, defaultDataDirectory } from '../config.ts';
import type { Catalog } from '../domain/catalog/catalog.ts';
import type { Logger } from '../server/logger.ts';

export interface WelcomeOptions {
  readonly config: Config;
  readonly app: App;
  /** The one that was bound: PORT may be 0. */
  readonly port: number;
  readonly hasLoadedDemo: boolean;
}

/** Says where the gateway is, and on what: in production by a line of the log, elsewhere to a newcomer, with what to try. */
export async function welcome(options: WelcomeOptions, log: Logger): Promise<void> {
  const { config, app, port } = options;
  const host = config.host.includes(':') ? `[${config.host}]` : config.host;
  const url = `http://${host}:${port}`;
  const readyMs = Math.round(process.uptime() * 1000);
  if (config.isProduction) {
    const { description } = app.stores.engine;
    log.info({ graphql: `${url}/graphql`, rest: `${url}/v2`, database: description, readyMs }, 'ready');
  } else process.stdout.write(await linesFor(options, { url, readyMs }));
}

interface Ready {
  readonly url: string;
  readonly readyMs: number;
}

async function linesFor(options: WelcomeOptions, { url, readyMs }: Ready): Promise<string> {
  const { config, app } = options;
  const store = config.isDemo ? await describeStore(options, url) : null;
  const hint = store?.isDemo ? 'open it in a browser: the tabs work as they are' : 'open it in a browser';
  const lines = [
    `Commerce GraphQL gateway, ready in ${readyMs} ms`,
    '',
    ...(config.hasGraphiQL ? [`  GraphiQL   ${url}/graphql   (${hint})`] : []),
    `  GraphQL    POST ${url}/graphql`,
    `  REST       ${url}/v2   (described by ${url}/v2/openapi.json)`,
    `  Database   ${app.stores.engine.description}`,
    ...(store?.lines ?? []),
  ];
  return `${lines.join('\n')}\n\n`;
}

interface StoreDescription {
  /** Whether it holds what the examples show: a demo store may have been replaced by an import. */
  readonly isDemo: boolean;
  readonly lines: readonly string[];
}

async function describeStore({ config, app, hasLoadedDemo }: WelcomeOptions, url: string): Promise<StoreDescription> {
  const { tokens, stores } = app;
  const [{ demoCredentials }, { demoIds }] = await Promise.all([
    import('../demo/application-keys.ts'),
    import('../demo/demo-ids.ts'),
  ]);
  const token = await tokens.issue(demoCredentials.clientId, 'client_credentials', new Date());
  const { catalogs } = await stores.stores.catalogs.getDirectory();
  const names = catalogs.map(({ name }) => name).join(', ');
  const parentId = demoIds.products.showcaseParent;
  const isDemo = await holdsProduct(app, catalogs, parentId);
  const kept = `Demo store ${hasLoadedDemo ? 'loaded just now' : 'kept from before'}: the catalogs ${names}`;
  const query = isDemo
    ? `{ childProducts(productId: \\"${parentId}\\", first: 3) { totalCount nodes { name sku } } }`
    : '{ products(first: 3) { totalCount nodes { name sku } } }';
  // What would be refused is no example.
  const isAnswered = config.catalogAccess === 'open' && !config.trustedDocumentsOnly;
  const example = [
    '',
    'Try it:',
    `  curl ${url}/graphql -H 'Content-Type: application/json' \\`,
    `    -d '{"query":"${query}"}'`,
  ];
  const lines = [
    `  ${isDemo ? kept : `Catalogs   ${names}`}`,
    ...(isAnswered ? example : []),
    ...(token
      ? [
          '',
          `Mutations need a bearer token. This one is good for an hour; ${tokenCommand(config)} prints another:`,
          `  Authorization: Bearer ${token.accessToken}`,
        ]
      : []),
  ];
  return { isDemo, lines };
}

async function holdsProduct({ stores }: App, catalogs: readonly Catalog[], id: string): Promise<boolean> {
  const releaseIds = catalogs.flatMap(({ currentRelease }) => currentRelease?.id ?? []);
  const found = await Promise.all(releaseIds.map((releaseId) => stores.stores.products.getMany(releaseId, [id])));
  return found.some(({ size }) => size > 0);
}

/** It takes the same database, which its variables name. */
function tokenCommand({ databaseUrl, dataDirectory }: Config): string {
  const command = 'npm run -s token';
  if (databaseUrl !== null) return `\`${command}\` with the same DATABASE_URL`;
  if (dataDirectory === defaultDataDirectory) return `\`${command}\``;
  return `\`DATA_DIR='${dataDirectory.replaceAll("'", `'\\''`)}' ${command}\``;
}
