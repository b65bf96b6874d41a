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

  beforeAll(async () => {
    directory = await copySqlite('demo');
    program = await startProgram({ DATA_DIR: directory });
    browser = await openBrowser();
    graphiql = await openGraphiQL(browser, `${program.url}/graphql`);
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

  it('contacted no other host, and broke no policy', async () => {
    await graphiql.selectTab('ChildProducts');
    await graphiql.execute();
    await graphiql.screenshot(process.env.SCREENSHOT ?? join(tmpdir(), 'gateway-graphiql.png'));
    expect(graphiql.tab.foreignRequests).toEqual([]);
    expect(graphiql.tab.faults).toEqual([]);
  });
});
