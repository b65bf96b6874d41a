/** `UPSTREAM_RATE` and `UPSTREAM_CONCURRENCY` hold for all processes together, counted at the platform. */
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, inject, it, onTestFinished } from 'vitest';
import { json, openFaultyPlatform, text } from '../support/faulty-platform.ts';
import { run, temporaryFolder } from '../support/gateway-process.ts';
import { type Program, startProgram } from '../support/program.ts';
import { createTestDatabase } from '../support/test-databases.ts';

async function openPlatform() {
  const platform = await openFaultyPlatform();
  onTestFinished(platform.close);
  let [running, most] = [0, 0];
  platform.behaveAlways(async (request, response) => {
    running += 1;
    most = Math.max(most, running);
    await sleep(20);
    running -= 1;
    await json({ access_token: 'one', expires_in: 3600 })(request, response);
  });
  return { platform, mostAtOnce: () => most };
}

async function start(environment: Readonly<Record<string, string>>): Promise<Program> {
  const program = await startProgram({ UPSTREAM_CLIENT_ID: 'shop', DEMO: 'off', ...environment });
  onTestFinished(async () => void (await program.stop('SIGKILL')));
  return program;
}

/** Each over a connection of its own, which is another worker's in turn. */
async function requestToken({ url }: Program): Promise<number> {
  const response = await fetch(`${url}/oauth/access_token`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', connection: 'close' },
    body: 'grant_type=implicit&client_id=shop',
  });
  await response.arrayBuffer();
  return response.status;
}

async function readCatalog({ url }: Program): Promise<void> {
  const response = await fetch(`${url}/v2/pcm/catalog`, { headers: { authorization: 'Bearer token-of-the-client' } });
  expect(response.status).toBe(503);
  await response.arrayBuffer();
}

/** However busy the machine is, each has its turn in time. */
const limits = { UPSTREAM_CONCURRENCY: '2', UPSTREAM_RATE: '1000', UPSTREAM_TIMEOUT_MS: '60000' };

const times = (count: number) => Array.from({ length: count }, (_, index) => index);

describe('calls of the platform', { timeout: 120_000 }, () => {
  it('of several workers are as many as of one process', async () => {
    const { platform, mostAtOnce } = await openPlatform();
    const DATA_DIR = await temporaryFolder();
    const program = await start({ UPSTREAM_URL: platform.url, WORKERS: '3', DATA_DIR, ...limits });
    expect(await Promise.all(times(30).map(() => requestToken(program)))).toEqual(Array(30).fill(200));
    expect(mostAtOnce()).toBe(2);
  });

  it('of a worker that dies leave their places to others, and one that is told to wait tells all', async () => {
    const { stdout } = await run('test/upstream/limits/call-in-workers.ts', [], {});
    expect(JSON.parse(stdout)).toMatchObject(['began', 'began', { code: 'UNAVAILABLE', retryAfterSeconds: 300 }]);
  });

  it('of several instances are as many as of one, and one that is told to wait tells all', async () => {
    const { platform, mostAtOnce } = await openPlatform();
    const { url: DATABASE_URL, drop } = await createTestDatabase(inject('postgresUrl'));
    onTestFinished(drop);
    const environment = { UPSTREAM_URL: platform.url, DATABASE_URL, ...limits };
    const programs = await Promise.all([start(environment), start(environment)]);
    const requests = times(30).flatMap(() => programs.map(requestToken));
    expect(await Promise.all(requests)).toEqual(Array(60).fill(200));
    expect(mostAtOnce()).toBe(2);
    platform.behaveAlways(text('{}', 429, { 'retry-after': '60' }));
    const before = platform.received.length;
    for (const program of [...programs, ...programs]) await readCatalog(program);
    expect(platform.received).toHaveLength(before + 1);
  });
});
