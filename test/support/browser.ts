import { existsSync } from 'node:fs';
import { type Browser, chromium, type Page } from 'playwright-core';

/**
 * A Chromium that is installed on the machine: nothing is downloaded. Each tab notes what a page of ours must not do: ask
 * another host, break its content security policy, throw, or write an error to the console.
 */

export interface OpenTab {
  readonly page: Page;
  /** Addresses requested on other hosts than the page's own. */
  readonly foreignRequests: readonly string[];
  /** Errors in the console, uncaught exceptions, and violations of the content security policy. */
  readonly faults: readonly string[];
  /** Of all responses until none came for a second, as they came: headers and bodies. */
  transferredBytes(): Promise<number>;
}

export interface TestBrowser {
  open(url: string): Promise<OpenTab>;
  close(): Promise<void>;
}

const candidates = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

export function findBrowser(): string | null {
  const { CHROMIUM_PATH } = process.env;
  return (CHROMIUM_PATH ? [CHROMIUM_PATH] : candidates).find((path) => existsSync(path)) ?? null;
}

export async function openBrowser(): Promise<TestBrowser> {
  const executablePath = findBrowser();
  if (!executablePath) throw new Error('No Chromium found: install it, or set CHROMIUM_PATH to its executable.');
  const browser = await chromium.launch({
    executablePath,
    args: [
      '--headless',
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  });
  return { open: (url) => openTab(browser, url), close: () => browser.close() };
}

/** Each in a context of its own: nothing is in its storage. */
async function openTab(browser: Browser, url: string): Promise<OpenTab> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  const foreignRequests: string[] = [];
  const faults: string[] = [];
  context.on('request', (request) => {
    const { protocol, host } = new URL(request.url());
    if (protocol !== 'data:' && protocol !== 'blob:' && host !== new URL(url).host) foreignRequests.push(request.url());
  });
  page.on('pageerror', (error) => faults.push(`uncaught: ${error.message}`));
  page.on('console', (message) => {
    if (message.type() === 'error') faults.push(`console: ${message.text()} (${message.location().url})`);
  });
  const sizes: Promise<number>[] = [];
  context.on('requestfinished', (request) => {
    const size = request
      .sizes()
      .then(({ responseBodySize, responseHeadersSize }) => responseBodySize + responseHeadersSize);
    // A page that closes at once has no sizes any more: whoever wants the sum is told.
    size.catch(() => undefined);
    sizes.push(size);
  });
  await page.goto(url);
  async function transferredBytes(): Promise<number> {
    for (let finished = -1; finished !== sizes.length; await page.waitForTimeout(1000)) finished = sizes.length;
    return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
  }
  return { page, foreignRequests, faults, transferredBytes };
}
