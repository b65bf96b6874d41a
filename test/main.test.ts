/** The started program: what it prints, how it stops, and what it never says. */
import { execFile } from 'node:child_process';
import { cp } from 'node:fs/promises';
import { createServer } from 'node:http';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { describe, expect, it, onTestFinished } from 'vitest';
import { demoIds } from '../src/demo/demo-ids.ts';
import { demoFolder, type Gateway, run, startGateway, temporaryFolder } from './support/gateway-process.ts';
import { listenOnLoopback } from './support/on-loopback.ts';

const empty = { DEMO: 'off' };

async function ask({ url }: Gateway, query: string, headers: Record<string, string> = {}) {
  const response = await fetch(`${url}/graphql`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
    body: JSON.stringify({ query }),
  });
  return response.json();
}

describe('a start', () => {
  it('says every fault of its configuration, no password, and ends with 1', async () => {
    const ended = await run('src/main.ts', [], { PORT: 'x', DEMO: 'maybe', DATABASE_URL: 'mysql://u:hunter2@h/d' });
    expect(ended).toMatchObject({ code: 1, stdout: '' });
    expect(ended.stderr.trim().split('\n')).toEqual([
      expect.stringMatching(/^PORT must be /),
      expect.stringMatching(/^DATABASE_URL must be /),
      expect.stringMatching(/^DEMO must be /),
    ]);
    expect(ended.stderr).not.toContain('hunter2');
  });

  it('on a port that is taken ends with a sentence', async () => {
    const taken = createServer();
    onTestFinished(() => void taken.close());
    const port = await listenOnLoopback(taken);
    const ended = await run('src/main.ts', [], { ...empty, DATA_DIR: await temporaryFolder(), PORT: String(port) });
    expect(ended).toMatchObject({ code: 1, stdout: '' });
    expect(ended.stderr).toBe(
      `The port ${port} of 127.0.0.1 is in use. Set PORT to another one, or stop what uses it.\n`,
    );
  });
});

it.each([
  [{}, true],
  [{ CATALOG_ACCESS: 'token' }, false],
  [{ TRUSTED_DOCUMENTS: 'test/clients/generated/persisted-documents.json', TRUSTED_DOCUMENTS_ONLY: 'on' }, false],
])('a start with %j shows an example where it would be answered: %j', async (settings, isShown) => {
  const folder = await temporaryFolder();
  await cp(await demoFolder(), folder, { recursive: true });
  const gateway = await startGateway({ ...settings, DATA_DIR: folder });
  gateway.kill('SIGTERM');
  const { stdout } = await gateway.ended;
  expect(stdout.includes('Try it:')).toBe(isShown);
  expect(stdout).toContain('Mutations need a bearer token.');
});

describe('a signal to stop', () => {
  it.each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)(
    '%s lets a running request finish, and the process ends with 0',
    async (signal) => {
      const gateway = await startGateway({ ...empty, DATA_DIR: await temporaryFolder() });
      expect((await fetch(`${gateway.url}/health/ready`)).status).toBe(200);
      const request = await openRequest(gateway);
      const readiness = connect(gateway.port, '127.0.0.1');
      readiness.write('GET /health/ready HTTP/1.1\r\n');
      await sleep(100);
      gateway.kill(signal);
      // It has heard of it when it says so, or takes nobody any more.
      const isReady = () => fetch(`${gateway.url}/health/ready`).then(({ ok }) => ok);
      await expect.poll(() => isReady().catch(() => false)).toBe(false);
      readiness.write('Host: a\r\n\r\n');
      const unready = await received(readiness);
      expect(unready).toMatch(/^HTTP\/1.1 503 /);
      expect(unready).toMatch(/\r\nConnection: close\r\n/i);
      request.write(restOfRequest);
      const answer = await received(request);
      expect(answer).toMatch(/^HTTP\/1.1 200 /);
      // It took the store, so that was still open.
      expect(answer).toContain('No catalog has been published yet.');
      expect(await gateway.ended).toMatchObject({ code: 0, stderr: '' });
    },
  );

  it('is obeyed at the limit when a request does not end', async () => {
    const gateway = await startGateway({ ...empty, DATA_DIR: await temporaryFolder(), DRAIN_TIMEOUT_MS: '300' });
    const request = await openRequest(gateway);
    gateway.kill('SIGTERM');
    expect(await received(request)).toBe('');
    expect(await gateway.ended).toMatchObject({ code: 0, stderr: '' });
  });

  it('that comes twice is obeyed at once', async () => {
    const gateway = await startGateway({ ...empty, DATA_DIR: await temporaryFolder() });
    const request = await openRequest(gateway);
    gateway.kill('SIGTERM');
    await sleep(1100);
    gateway.kill('SIGTERM');
    // Whoever waits for the request ends with 0.
    expect((await gateway.ended).code).toBe(1);
    expect(await received(request)).toBe('');
  });
});

it('nothing that a client sends in confidence is written anywhere', async () => {
  const gateway = await startGateway({ DATA_DIR: await demoFolder(), LOG_LEVEL: 'trace' });
  const payment = 'paymentAuthority: { type: VENDOR_NET, customerId: "CANARY-1", cardId: "CANARY-2" }';
  const ids = `accountId: "${demoIds.partnerAccount}", offeringId: "${demoIds.offering}"`;
  const create = (planId: string, email: string) => {
    const input = `{ ${ids}, planId: "${planId}", currency: "EUR", name: "CANARY-3", email: "${email}", ${payment} }`;
    return `mutation { createSubscription(input: ${input}) { subscription { id } } }`;
  };
  const output = await stop(gateway, async () => {
    const headers = { Authorization: bearerOf(gateway), Cookie: 'CANARY-4', 'Idempotency-Key': 'CANARY-5' };
    const good = create(demoIds.plan, 'CANARY-6@example.com');
    expect(await ask(gateway, good, headers)).toMatchObject({ data: { createSubscription: { subscription: {} } } });
    await ask(gateway, create(demoIds.planOfAnotherOffering, 'CANARY-6@example.com'), headers);
    await ask(gateway, create(demoIds.plan, 'CANARY-7'), headers);
    await ask(gateway, good, { ...headers, Authorization: 'Bearer CANARY-8' });
    await ask(gateway, good, { ...headers, 'EP-Channel': 'CANARY-9'.repeat(100) });
    await ask(gateway, '{ CANARY-10', headers);
    await fetch(`${gateway.url}/graphql?query={CANARY}&access_token=CANARY-11`, { headers });
  });
  expect(output.match(/"msg":"answered"/g)).toHaveLength(7);
  expect(output).not.toContain('CANARY');
});

it('what it prints for another token gives one that it accepts, wherever its database is', async () => {
  const DATA_DIR = join(await temporaryFolder(), "the shop's data");
  await cp(await demoFolder(), DATA_DIR, { recursive: true });
  const gateway = await startGateway({ DATA_DIR });
  await stop(gateway, async () => {
    const [, command = ''] = /good for an hour; `(.+)` prints another/.exec(gateway.welcome) ?? [];
    expect(command).toBe(`DATA_DIR='${DATA_DIR.replace("'", `'\\''`)}' npm run -s token`);
    const { PATH } = process.env;
    const { stdout } = await promisify(execFile)('sh', ['-c', command], { env: { PATH } });
    const keys = '{ applicationKeys(first: 1) { nodes { id } } }';
    expect(await ask(gateway, keys)).toMatchObject({ errors: [{}] });
    const headers = { Authorization: `Bearer ${stdout.trim()}` };
    const nodes = [{ id: expect.any(String) }];
    expect(await ask(gateway, keys, headers)).toMatchObject({ data: { applicationKeys: { nodes } } });
  });
});

/** The demo's token, as it was printed. */
function bearerOf({ welcome }: Gateway): string {
  return /Authorization: (Bearer \S+)/.exec(welcome)?.[1] ?? '';
}

/** Stops the gateway after the use; answers all that the process has written. */
async function stop(gateway: Gateway, use: () => Promise<void>): Promise<string> {
  await use();
  gateway.kill('SIGTERM');
  const { code, stdout, stderr } = await gateway.ended;
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  return stdout;
}

const restOfRequest = 'products { totalCount } }"}';

/** A request that runs until the rest of its body comes. */
async function openRequest({ port }: Gateway): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  const begin = '{"query":"{ ';
  socket.write('POST /graphql HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n');
  socket.write(`Content-Length: ${begin.length + restOfRequest.length}\r\n\r\n${begin}`);
  await sleep(100);
  return socket;
}

/** All that comes until the connection is closed. */
function received(socket: Socket): Promise<string> {
  return new Promise((resolve) => {
    let text = '';
    socket.on('data', (chunk) => (text += chunk));
    socket.on('error', () => resolve(text));
    socket.on('close', () => resolve(text));
    if (socket.closed) resolve(text);
  });
}
