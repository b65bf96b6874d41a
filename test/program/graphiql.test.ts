/** GraphiQL of the real program, in a real browser: every tab works as it is, and no other host is contacted. */
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findBrowser, openBrowser, type TestBrowser } from '../support/browser.ts';
import { copySqlite } from '../support/copied-databases.ts';
import { type GraphiQLPage, openGraphiQL } from '../support/graphiql-page.ts';
import { type Program, startProgram } from '../support/program.ts';

const browserPath = findBrowser();
const title = browserPath
  ? 'GraphiQL in a browser'
  : 'GraphiQL in a browser (skipped: there is no Chromium on this machine)';

/** What each tab's answer must hold. */
const tabs: [operation: string, answer: RegExp][] = [
  ['ChildProducts', /"totalCount": 34/],
  ['TwoChannels', /"name": "Mobile"/],
  ['Offerings', /"billingInterval"/],
  ['CatalogReleased', /"publishedAt"/],
  ['CreateSubscription', /"status": "ACTIVE"/],
  ['UpdateApplicationKey', /"name": "Back office \(renamed\)"/],
  ['CreateCustomField', /"fieldType": "STRING"/],
  ['ErrorNotABaseProduct', /"code": "UNPROCESSABLE_ENTITY"/],
  ['ErrorDuplicateSlug', /"code": "CONFLICT"/],
  ['ErrorUnknownPlan', /"code": "NOT_FOUND"/],
  ['ErrorBadInput', /"code": "VALIDATION_FAILED"/],
];

describe.skipIf(!browserPath)(title, () => {
  let directory: string;
  let program: Program;
  let browser: TestBrowser;
  let graphiql: GraphiQLPage;
  let transferredBytes: number;

  beforeAll(async () => {
    directory = await copySqlite('demo');
    program = await startProgram({ DATA_DIR: directory });
    browser = await openBrowser();
    graphiql = await openGraphiQL(browser, `${program.url}/graphql`);
    transferredBytes = await graphiql.tab.transferredBytes();
  });
  afterAll(async () => {
    await browser?.close();
    await program?.stop();
    await rm(directory, { recursive: true });
  });

  it('opens on a tab for each operation and each error', async () => {
    expect(await graphiql.tabs()).toEqual(tabs.map(([operation]) => operation));
  });

  it.each(tabs)('%s works as it is', async (operation, answer) => {
    await graphiql.selectTab(operation);
    await graphiql.execute();
    expect(await graphiql.responseText()).toMatch(answer);
  });

  it('still works after a reload, with a fresh token', async () => {
    await graphiql.reload();
    await graphiql.selectTab('CreateSubscription');
    await graphiql.execute();
    expect(await graphiql.responseText()).toMatch(/"status": "ACTIVE"/);
  });

  it('shows the title and all tabs whole in a window of 1,280 px, and a history of what was executed', async () => {
    const { page } = graphiql.tab;
    await page.setViewportSize({ width: 1280, height: 800 });
    const boxes = await page.evaluate<
      [left: number, right: number][]
    >(`[...document.querySelectorAll('.graphiql-tab, .graphiql-logo span')].map((it) => {
      const { left, right } = it.getBoundingClientRect();
      return [left, right];
    })`);
    expect(boxes).toHaveLength(tabs.length + 1);
    for (const [left, right] of boxes) expect([left > 0, right <= 1280]).toEqual([true, true]);
    await page.getByRole('button', { name: 'Show History' }).click();
    expect(await page.locator('.graphiql-history').textContent()).toContain('ErrorBadInput');
    await page.getByRole('button', { name: 'Hide History' }).click();
  });

  it('has room for query and answer in a window of 375 px', async () => {
    const { page } = graphiql.tab;
    await page.setViewportSize({ width: 375, height: 740 });
    for (const part of ['.graphiql-query-editor', '.graphiql-response']) {
      const { width = 0, height = 0 } = (await page.locator(part).boundingBox()) ?? {};
      expect([width > 300, height > 150], part).toEqual([true, true]);
    }
    await page.setViewportSize({ width: 1280, height: 800 });
  });

  it('takes its colours from what the user prefers', async () => {
    const { page } = graphiql.tab;
    const background = () =>
      page.evaluate<string>('getComputedStyle(document.querySelector(".graphiql-container")).backgroundColor');
    const light = await background();
    await page.emulateMedia({ colorScheme: 'dark' });
    await expect.poll(background).not.toBe(light);
    await page.emulateMedia({ colorScheme: 'light' });
    await expect.poll(background).toBe(light);
  });

  it('is transferred in at most 2 MB, with its schema', () => {
    expect(transferredBytes).toBeGreaterThan(1_000_000);
    expect(transferredBytes).toBeLessThan(2_000_000);
  });

  it('contacted no other host, and broke no policy', async () => {
    await graphiql.selectTab('ChildProducts');
    await graphiql.execute();
    await graphiql.screenshot(process.env.SCREENSHOT ?? join(tmpdir(), 'gateway-graphiql.png'));
    expect(graphiql.tab.foreignRequests).toEqual([]);
    expect(graphiql.tab.faults).toEqual([]);
  });
});
