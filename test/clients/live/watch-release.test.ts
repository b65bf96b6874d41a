import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { sha256 } from '../../../src/graphql/documents/trusted-documents.ts';
import { publish } from '../../../src/importer/publish.ts';
import { type RunningApp, startApp } from '../../support/running-app.ts';
import { productRecord, smallCatalog } from '../../support/small-catalog.ts';
import type { ContextInput } from '../generated/graphql.ts';
import { type WatchOptions, watchRelease } from './watch-release.ts';

const apps: RunningApp[] = [];
beforeAll(async () => {
  apps.push(await startApp());
});
afterAll(async () => {
  for (const app of apps) await app.close();
});

it('a page asks again when its catalog has another release, and connects again when the gateway was away', async () => {
  const [app] = apps as [RunningApp];
  const context: ContextInput = { channel: 'page', tag: null };
  const publishNext = () =>
    publish(smallCatalog('page', [productRecord({ id: 'shirt' })]), {
      releases: app.stores.stores.releases,
      now: new Date(),
    });
  let asked = 0;
  let connected = 0;
  const close = watchRelease({
    url: `${app.url}/graphql`,
    fetch: (...given) => {
      connected += 1;
      return fetch(...given);
    },
    context,
    onRefused: (reason) => expect.fail(String(reason)),
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
  const counted: typeof fetch = (...given) => {
    connected += 1;
    return fetch(...given);
  };
  const onRefused = (reason: unknown) => expect.fail(String(reason));
  const end = await new Promise<() => void>((resolve) => {
    const revalidate = () => resolve(ending);
    const ending = watchRelease({ url: `${app.url}/graphql`, fetch: counted, shown: '', revalidate, onRefused });
  });
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  end();
  await new Promise(setImmediate);
  await vi.advanceTimersByTimeAsync(6000);
  vi.useRealTimers();
  expect(connected).toBe(1);
});

describe('a page hears why it will be told of nothing, and does not connect again', () => {
  const document =
    'subscription Released($context: ContextInput) { catalogReleased(context: $context) { release { id } } }';
  const watch = (url: string, more: Partial<WatchOptions>, headers: Record<string, string> = {}) =>
    new Promise<unknown>((resolve) => {
      const send: typeof fetch = (input, init) => fetch(input, { ...init, headers: { ...init?.headers, ...headers } });
      const revalidate = () => resolve('told');
      watchRelease({ url: `${url}/graphql`, fetch: send, shown: '', revalidate, onRefused: resolve, ...more });
    });

  it.each<[string, Partial<WatchOptions>, Record<string, string>, object]>([
    ['a faulty context', { context: { channel: 'a\u0001' } }, {}, [{ extensions: { code: 'VALIDATION_FAILED' } }]],
    [
      'a document that does not parse',
      { document: 'subscription {' },
      {},
      [{ extensions: { code: 'GRAPHQL_PARSE_FAILED' } }],
    ],
    [
      'a foreign origin',
      {},
      { 'sec-fetch-site': 'cross-site', origin: 'https://elsewhere.example' },
      { response: { status: 403 } },
    ],
  ])('%s', async (_, options, headers, reason) => {
    const app = await startApp();
    apps.push(app);
    expect(await watch(app.url, options, headers)).toMatchObject(reason);
  });

  it('a document that is not trusted; another text of it is', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'gateway-manifest-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    const manifest = join(folder, 'manifest.json');
    await writeFile(manifest, JSON.stringify({ [sha256(document)]: document }));
    const app = await startApp({ TRUSTED_DOCUMENTS: manifest, TRUSTED_DOCUMENTS_ONLY: 'on' });
    apps.push(app);
    expect(await watch(app.url, {})).toMatchObject([{ extensions: { code: 'DOCUMENT_NOT_TRUSTED' } }]);
    expect(await watch(app.url, { document })).toBe('told');
  });
});

it('a page whose attempt to ask again throws is told again, over one connection', async () => {
  const app = await startApp();
  apps.push(app);
  let attempts = 0;
  const connections: (AbortSignal | null | undefined)[] = [];
  const end = watchRelease({
    url: `${app.url}/graphql`,
    fetch: (input, init) => {
      connections.push(init?.signal);
      return fetch(input, init);
    },
    shown: 'another release',
    revalidate: () => {
      attempts += 1;
      if (attempts === 1) throw new Error('Not here.');
    },
    onRefused: (reason) => expect.fail(String(reason)),
  });
  onTestFinished(end);
  await expect.poll(() => attempts, { timeout: 20_000 }).toBe(2);
  expect(connections.map((signal) => signal?.aborted)).toEqual([true, false]);
});

it.each(['keep-subscribed.ts', 'watch-release.ts', 'urql-events.ts', 'event-transports.ts'])(
  '%s is the code of the documentation',
  async (name) => {
    const code = await readFile(new URL(name, import.meta.url), 'utf8');
    expect(await readFile('docs/clients.md', 'utf8')).toContain(`\n\`\`\`ts\n${code}\`\`\`\n`);
  },
);
