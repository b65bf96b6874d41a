import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { serve } from '@hono/node-server';
import { createSchema, createYoga } from 'graphql-yoga';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createGraphiQL } from '../../src/graphiql/graphiql.ts';
import { findBrowser, openBrowser, type TestBrowser } from '../support/browser.ts';
import { openGraphiQL } from '../support/graphiql-page.ts';

const hasBrowser = findBrowser() !== null;
const skipped = hasBrowser ? '' : ' (skipped: no Chromium on this machine; CHROMIUM_PATH may name one)';

describe.skipIf(!hasBrowser)(`in a browser${skipped}`, () => {
  let browser: TestBrowser;
  let server: Awaited<ReturnType<typeof startServer>>;

  beforeAll(async () => {
    [browser, server] = await Promise.all([openBrowser(), startServer()]);
  });
  afterAll(async () => {
    await browser?.close();
    server?.close();
  });

  it('opens on the tabs, runs them, knows the schema, and asks no other host', async () => {
    const graphiql = await openGraphiQL(browser, server.url);
    expect(await graphiql.tab.page.title()).toBe('Test gateway');
    expect(await graphiql.tabs()).toEqual(['Greeting', 'Whoami']);
    await graphiql.execute();
    await graphiql.screenshot(join(tmpdir(), 'graphiql.png'));
    expect(JSON.parse(await graphiql.responseText())).toEqual({ data: { greeting: 'Hello, Ada!' } });

    await graphiql.selectTab('Whoami');
    await graphiql.execute();
    expect(JSON.parse(await graphiql.responseText())).toEqual({ data: { whoami: server.lastToken() } });
    expect(await graphiql.typeForSuggestions('\nquery Other { ')).toEqual(
      expect.arrayContaining(['greeting', 'whoami']),
    );
    expect(await graphiql.documentation()).toContain('Query');
    expect(await graphiql.tab.page.locator('svg title').allTextContents()).toEqual([]);
    expect(graphiql.tab.foreignRequests).toEqual([]);
    expect(graphiql.tab.faults).toEqual([]);
  });

  it("keeps the user's work over a reload, with the token of the day", async () => {
    const graphiql = await openGraphiQL(browser, server.url);
    const firstToken = server.lastToken();
    await graphiql.setQuery('query Mine { whoami }');
    await graphiql.addTab();
    await graphiql.setQuery('query Foreign { whoami }');
    await graphiql.setHeaders('{"Authorization": "Bearer typed"}');
    await graphiql.reload();

    expect(await graphiql.tabs()).toEqual(['Mine', 'Whoami', 'Foreign']);
    expect(await graphiql.activeTab()).toBe('Foreign');
    await graphiql.execute();
    expect(await graphiql.responseText()).toContain('Bearer typed');
    expect(server.lastToken()).not.toBe(firstToken);
    for (const name of ['Mine', 'Whoami']) {
      await graphiql.selectTab(name);
      await graphiql.execute();
      expect(await graphiql.responseText()).toContain(server.lastToken());
    }
    expect(await graphiql.tab.page.evaluate<string>('JSON.stringify(localStorage)')).not.toContain('Bearer token');
    expect(graphiql.tab.faults).toEqual([]);
  });

  it('opens a linked query beside the tabs, and leaves a closed tab closed until the storage is cleared', async () => {
    const link = `${server.url}?query=${encodeURIComponent('query Linked { whoami }')}`;
    const graphiql = await openGraphiQL(browser, link);
    expect(await graphiql.tabs()).toEqual(['Greeting', 'Whoami', 'Linked']);
    expect(await graphiql.activeTab()).toBe('Linked');
    expect(graphiql.tab.page.url()).toBe(server.url);
    await graphiql.closeTab('Whoami');
    await graphiql.reload();
    expect(await graphiql.tabs()).toEqual(['Greeting', 'Linked']);
    await graphiql.clearStorage();
    await graphiql.reload();
    expect(await graphiql.tabs()).toEqual(['Greeting', 'Whoami']);
    expect(graphiql.tab.faults).toEqual([]);
  });
});

/** Each page has another token, as if an hour had passed since the one before. */
async function startServer() {
  let pages = 0;
  const lastToken = () => `Bearer token-${pages}`;
  const yoga = createYoga<{ request: Request }>({
    graphiql: false,
    logging: false,
    schema: createSchema({
      typeDefs: 'type Query { greeting(name: String!): String! whoami: String }',
      resolvers: {
        Query: {
          greeting: (_root: unknown, { name }: { name: string }) => `Hello, ${name}!`,
          whoami: (_root: unknown, _args: unknown, { request }: { request: Request }) =>
            request.headers.get('authorization'),
        },
      },
    }),
  });
  const graphiql = createGraphiQL({
    title: 'Test gateway',
    tabs() {
      pages++;
      const headers = JSON.stringify({ Authorization: lastToken() }, null, 2);
      const greeting = 'query Greeting($name: String!) {\n  greeting(name: $name)\n}';
      return [
        { title: 'Greets by name.', query: greeting, variables: '{\n  "name": "Ada"\n}', headers },
        { query: 'query Whoami {\n  whoami\n}', headers },
      ];
    },
  });
  async function answer(request: Request): Promise<Response> {
    const [, asset] = new URL(request.url).pathname.split('/graphql/assets/');
    if (asset) return (await graphiql.asset(asset, request)) ?? new Response(null, { status: 404 });
    if (request.headers.get('accept')?.includes('text/html')) return graphiql.page(request);
    return yoga.fetch(request);
  }
  return new Promise<{ url: string; lastToken(): string; close(): void }>((resolve) => {
    const server = serve({ fetch: answer, hostname: '127.0.0.1', port: 0 }, ({ port }) => {
      resolve({ url: `http://127.0.0.1:${port}/graphql`, lastToken, close: () => server.close() });
    });
  });
}
