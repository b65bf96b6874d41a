/** A shop in Chromium, on an origin of its own: its client and cache live in the page, and the walk sees what the page shows. */
import { createServer } from 'node:http';
import { join } from 'node:path';
import { rolldown } from 'rolldown';
import type { OpenTab, TestBrowser } from '../../support/browser.ts';
import { listenOnLoopback } from '../../support/on-loopback.ts';
import type { ClientName } from './browser-page.ts';
import type { CacheClient, OpenClient } from './cache-client.ts';
import { embeddedTypes } from './embedded-types.ts';

export interface Shop {
  readonly tab: OpenTab;
  /** Opens a client with an empty cache in the page. */
  readonly openClient: (name: ClientName) => OpenClient;
  close(): Promise<void>;
}

export async function openShop(browser: TestBrowser): Promise<Shop> {
  const script = await bundle();
  const server = createServer((request, response) => {
    const isScript = request.url === '/shop.js';
    response.setHeader('Content-Type', `${isScript ? 'text/javascript' : 'text/html'}; charset=utf-8`);
    response.end(
      isScript ? script : '<!doctype html><link rel="icon" href="data:,"><body></body><script src="shop.js"></script>',
    );
  });
  const port = await listenOnLoopback(server);
  const tab = await browser.open(`http://127.0.0.1:${port}/`);
  const call = <Result>(method: string, ...values: unknown[]) =>
    tab.page.evaluate<Result>(`shop.${method}(${values.map((value) => JSON.stringify(value)).join()})`);
  return {
    tab,
    openClient: (name) => (options) => {
      const opened = call('open', name, { ...options, embedded: embeddedTypes });
      const act =
        (action: 'query' | 'refetch' | 'read'): CacheClient['query'] =>
        async (document, variables) => {
          await opened;
          const data = await call('act', action, document, variables);
          return action === 'read' ? JSON.parse((await tab.page.textContent('body')) ?? '') : data;
        };
      const extract = () => {
        throw new Error('Pages are rendered on servers.');
      };
      return { query: act('query'), refetch: act('refetch'), read: act('read'), extract };
    },
    close: () => new Promise((resolve) => void server.close(() => resolve())),
  };
}

async function bundle(): Promise<string> {
  const built = await rolldown({
    input: join(import.meta.dirname, 'browser-page.ts'),
    platform: 'browser',
    transform: { define: { 'process.env.NODE_ENV': '"production"' } },
  });
  const { output } = await built.generate({ format: 'iife' });
  await built.close();
  return output[0].code;
}
