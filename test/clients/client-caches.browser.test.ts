/** The same walk in Chromium: the clients are bundled as a shop bundles them, and the page shows what their caches hold. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { demoIds } from '../../src/demo/demo-ids.ts';
import { findBrowser, openBrowser, type TestBrowser } from '../support/browser.ts';
import { type RunningApp, startApp } from '../support/running-app.ts';
import { openApolloWith } from './caches/apollo-cache.ts';
import { askByHeaders } from './caches/ask-by-headers.ts';
import type { ClientName } from './caches/browser-page.ts';
import type { Data, OpenClient } from './caches/cache-client.ts';
import { embeddedTypes } from './caches/embedded-types.ts';
import { openGraphcacheWith } from './caches/graphcache.ts';
import { openShop, type Shop } from './caches/open-in-browser.ts';
import { openRelay } from './caches/relay-cache.ts';
import { factsOf, listOf, listScreen, nodeScreen, productScreen, type Screen } from './caches/screens.ts';
import { walkSessions } from './caches/walk-sessions.ts';

const hasBrowser = findBrowser() !== null;
const skipped = hasBrowser ? '' : ' (skipped: no Chromium on this machine; CHROMIUM_PATH may name one)';
const steps = Number(process.env.CACHE_STEPS ?? 20);

describe.skipIf(!hasBrowser)(`in a browser${skipped}`, () => {
  let app: RunningApp;
  let browser: TestBrowser;
  let shop: Shop;
  beforeAll(async () => {
    const TRUSTED_DOCUMENTS = 'test/clients/relay/documents.json';
    const unlimited = { RATE_LIMIT_PER_ADDRESS: '0', RATE_LIMIT_PER_CLIENT: '0' };
    [app, browser] = await Promise.all([startApp({ TRUSTED_DOCUMENTS, ...unlimited }), openBrowser()]);
    shop = await openShop(browser);
  });
  afterAll(async () => {
    await browser?.close();
    await shop?.close();
    await app?.close();
  });

  it.each<[string, ClientName]>([
    ['Apollo Client', 'apollo'],
    ['urql with Graphcache', 'graphcache'],
    ['Relay', 'relay'],
  ])(
    '%s shows what the gateway says after each step of a random walk',
    async (name, client) => {
      const openClient = shop.openClient(client);
      const { wrong, wrongCount, compared, pagesLoaded } = await walkSessions({
        url: app.url,
        openClient,
        count: steps,
      });
      process.stdout.write(
        `${name} in Chromium: ${wrongCount} of ${compared} screens wrong, ${pagesLoaded} pages loaded\n`,
      );
      expect(wrong).toEqual([]);
      expect(wrongCount).toBe(0);
      expect(compared).toBeGreaterThan(steps);
      expect(shop.tab.faults).toEqual([]);
    },
    60_000 + 500 * steps,
  );

  it.each<[string, ClientName, OpenClient]>([
    ['Apollo Client', 'apollo', openApolloWith(embeddedTypes)],
    ['urql with Graphcache', 'graphcache', openGraphcacheWith(embeddedTypes)],
    ['Relay', 'relay', openRelay],
  ])(
    'a page that %s rendered on a server goes on in a browser with other headers, and stays in the context of its documents',
    async (_name, client, openOnServer) => {
      const context = { channel: 'mobile', tag: '', language: 'de' };
      const [onServer, headers] = [{ 'Accept-Language': 'en' }, { 'Accept-Language': 'fr', 'EP-Channel': 'web' }];
      const first = listScreen(context, null);
      const server = openOnServer({ url: app.url, headers: onServer });
      await server.query(first.document, first.variables);
      const page = shop.openClient(client)({ url: app.url, headers, initial: server.extract() });

      async function expectRight(screen: Screen, least = 0): Promise<Data> {
        await page.query(screen.document, screen.variables);
        const shown = await page.read(screen.document, screen.variables);
        const { document, plainVariables } = screen;
        const size = Math.max(listOf(screen, shown)?.edges.length ?? 0, 1);
        expect(size).toBeGreaterThanOrEqual(least);
        const plain = { document, variables: { ...plainVariables, size }, headers: {} };
        const right = factsOf(await askByHeaders(app.url, { ...plain, context }));
        expect(factsOf(shown)).toEqual(right);
        expect(right).not.toEqual(factsOf(await askByHeaders(app.url, { ...plain, headers, context: {} })));
        return shown;
      }

      const { products } = await expectRight(first, first.size);
      await page.refetch(first.document, { ...first.variables, cursor: products.pageInfo.endCursor });
      await expectRight(first, 2 * first.size);
      await page.refetch(first.document, first.variables);
      await expectRight(first, first.size);
      await expectRight(nodeScreen(context, products.edges[0].node));
      await expectRight(productScreen(context, demoIds.products.showcaseParent));
    },
  );
});
