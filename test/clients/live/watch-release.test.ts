import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { publish } from '../../../src/importer/publish.ts';
import { type RunningApp, startApp } from '../../support/running-app.ts';
import { productRecord, smallCatalog } from '../../support/small-catalog.ts';
import { createUrqlClient } from './urql-events.ts';
import { watchRelease } from './watch-release.ts';

const apps: RunningApp[] = [];
beforeAll(async () => {
  apps.push(await startApp());
});
afterAll(async () => {
  for (const app of apps) await app.close();
});

it('a page asks again when its catalog has another release, and connects again when the gateway was away', async () => {
  const [app] = apps as [RunningApp];
  const context = { channel: 'page' };
  const publishNext = () =>
    publish(smallCatalog('page', [productRecord({ id: 'shirt' })]), {
      releases: app.stores.stores.releases,
      now: new Date(),
    });
  let asked = 0;
  let connected = 0;
  const close = watchRelease({
    url: `${app.url}/graphql`,
    headers: async () => {
      connected += 1;
      return {};
    },
    context,
    shown: 'no release yet',
    revalidate: () => {
      asked += 1;
    },
  });
  await expect.poll(() => asked).toBe(1);
  await publishNext();
  await expect.poll(() => asked).toBe(2);
  app.stopBeingReady();
  await expect.poll(() => connected).toBe(2);
  close();
});

it('a page that has ended it does not connect again', async () => {
  const app = await startApp();
  apps.push(app);
  let connected = 0;
  const headers = async () => {
    connected += 1;
    return {};
  };
  const end = await new Promise<() => void>((resolve) => {
    const ending = watchRelease({ url: `${app.url}/graphql`, headers, shown: '', revalidate: () => resolve(ending) });
  });
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  end();
  await new Promise(setImmediate);
  await vi.advanceTimersByTimeAsync(6000);
  vi.useRealTimers();
  expect(connected).toBe(1);
});

it("is told to urql through its own subscriptions' exchange", async () => {
  const app = await startApp();
  apps.push(app);
  const client = createUrqlClient(`${app.url}/graphql`);
  const told: unknown[] = [];
  const document = 'subscription { catalogReleased { catalog { name } } }';
  const { unsubscribe } = client.subscription(document, {}).subscribe(({ data }) => void told.push(data));
  await expect.poll(() => told).toMatchObject([{ catalogReleased: { catalog: { name: 'Main' } } }]);
  unsubscribe();
});

it.each(['watch-release.ts', 'urql-events.ts'])('%s is the code of the documentation', async (name) => {
  const code = await readFile(new URL(name, import.meta.url), 'utf8');
  expect(await readFile('docs/clients.md', 'utf8')).toContain(`\n\`\`\`ts\n${code}\`\`\`\n`);
});
