import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { publish } from '../../../src/importer/publish.ts';
import { findBrowser, openBrowser, type TestBrowser } from '../../support/browser.ts';
import { openGraphiQL } from '../../support/graphiql-page.ts';
import { type RunningApp, startApp } from '../../support/running-app.ts';
import { productRecord, smallCatalog } from '../../support/small-catalog.ts';

const hasBrowser = findBrowser() !== null;
const skipped = hasBrowser ? '' : ' (skipped: no Chromium on this machine; CHROMIUM_PATH may name one)';
const patience = { timeout: 60_000, interval: 100 };

describe.skipIf(!hasBrowser)(`GraphiQL in a browser${skipped}`, () => {
  let browser: TestBrowser;
  let app: RunningApp;
  beforeAll(async () => {
    [browser, app] = await Promise.all([openBrowser(), startApp()]);
  });
  afterAll(async () => {
    await browser?.close();
    await app?.close();
  });

  it('runs a subscription, and shows each event when it comes', async () => {
    const publishNext = (name: string) =>
      publish(smallCatalog(name, [productRecord({ id: 'shirt' })]), {
        releases: app.stores.stores.releases,
        now: new Date(),
      });
    await publishNext('first');
    const graphiql = await openGraphiQL(browser, `${app.url}/graphql`);
    await graphiql.setQuery('subscription { catalogReleased(context: { channel: "live" }) { catalog { name } } }');
    await graphiql.execute();
    await expect.poll(() => graphiql.responseText(), patience).toContain('"Main"');
    await publishNext('live');
    await expect.poll(() => graphiql.responseText(), patience).toContain('"live"');
    expect(graphiql.tab.faults).toEqual([]);
  });
});
