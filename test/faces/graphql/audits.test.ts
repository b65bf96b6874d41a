/** GraphQL over HTTP: all of graphql-http's server audits, through the whole HTTP shell. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { serverAudits } from 'graphql-http';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type App, createApp } from '../../../src/app.ts';
import { readConfig } from '../../../src/config.ts';
import { createLogger } from '../../../src/server/logger.ts';
import { fetchFrom } from '../../support/fetch-from.ts';

let app: App;
let directory: string;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'gateway-audits-'));
  app = await createApp(readConfig({ DATA_DIR: directory, DEMO: 'off' }), createLogger('silent'));
});
afterAll(async () => {
  await app.stores.close();
  await rm(directory, { recursive: true });
});

const audits = serverAudits({
  url: 'http://127.0.0.1/graphql',
  fetchFn: (url: string, init: RequestInit) => fetchFrom(app.http)(url, init),
});

it('there are audits', () => expect(audits.length).toBeGreaterThan(50));

it.each(audits.map((audit) => [audit.name, audit] as const))('%s', async (_name, audit) => {
  const result = await audit.fn();
  expect('reason' in result ? result.reason : result.status).toBe('ok');
});
