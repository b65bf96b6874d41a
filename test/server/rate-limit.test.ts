/** On the whole application over a real socket: 429 before anything is done. */
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { demoCredentials } from '../../src/demo/application-keys.ts';
import { DomainError, type ErrorCode } from '../../src/domain/errors.ts';
import type { HttpRequest } from '../../src/http/http-exchange.ts';
import type { HttpProblem } from '../../src/http/http-problem.ts';
import { createRateLimit } from '../../src/server/rate-limit.ts';
import { type RunningApp, startApp } from '../support/running-app.ts';

const running: RunningApp[] = [];
/** By the clock of budgets no second passes but those that a test lets pass, however long its requests take. */
beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }));
afterEach(async () => {
  vi.useRealTimers();
  await Promise.all(running.splice(0).map((app) => app.close()));
});

async function start(environment: Record<string, string>) {
  const app = await startApp(environment);
  running.push(app);
  const ask = async (headers: Record<string, string> = {}, path = '/graphql?query={__typename}') => {
    const response = await fetch(app.url + path, { headers });
    return { status: response.status, headers: response.headers, body: await response.text() };
  };
  const askTimes = (count: number, ...asked: Parameters<typeof ask>) =>
    Promise.all(Array.from({ length: count }, () => ask(...asked)));
  return { app, ask, askTimes };
}

const countOf = (answers: readonly { status: number }[], status: number) =>
  answers.filter((answer) => answer.status === status).length;

it('an address that asks too fast is told when to come again, in the form of the face', async () => {
  const { ask, askTimes } = await start({ RATE_LIMIT_PER_ADDRESS: '5' });
  const answers = await askTimes(20);
  expect(countOf(answers, 200)).toBeGreaterThanOrEqual(5);
  const refused = answers.find(({ status }) => status === 429);
  expect(refused?.headers.get('retry-after')).toBe('1');
  const message = 'Too many requests came from this address. Try again in 1 s.';
  const extensions = { code: 'RATE_LIMITED', status: 429, title: 'Too Many Requests' };
  expect(JSON.parse(refused?.body ?? '')).toMatchObject({ errors: [{ message, extensions }] });
  const strict = await askTimes(20, { Accept: 'application/graphql-response+json' });
  const type = strict.find(({ status }) => status === 429)?.headers.get('content-type');
  expect(type).toBe('application/graphql-response+json; charset=utf-8');
  const other = await ask({}, '/nothing');
  expect(JSON.parse(other.body)).toEqual({ errors: [{ title: 'Too Many Requests', status: '429', detail: message }] });
  vi.advanceTimersByTime(1000);
  expect((await ask()).status).toBe(200);
});

it("a page of another origin hears of it: the browser's own question before is answered, and counted", async () => {
  const origin = 'https://shop.example';
  const { app, askTimes } = await start({ RATE_LIMIT_PER_ADDRESS: '2', CORS_ORIGINS: origin });
  const preflight = { Origin: origin, 'Access-Control-Request-Method': 'POST' };
  const send = (method: string, headers: Record<string, string>) => fetch(`${app.url}/graphql`, { method, headers });
  const asked = await Promise.all(Array.from({ length: 20 }, () => send('OPTIONS', preflight)));
  expect(countOf(asked, 204)).toBe(20);
  expect(asked.every(({ headers }) => headers.get('access-control-allow-origin') === origin)).toBe(true);
  const [refused] = await askTimes(1, { Origin: origin });
  expect([refused?.status, refused?.headers.get('retry-after')]).toEqual([429, '1']);
  expect((await send('OPTIONS', {})).status).toBe(429);
});

it('health is always told', async () => {
  const { askTimes } = await start({ RATE_LIMIT_PER_ADDRESS: '2' });
  expect(countOf(await askTimes(20, {}, '/health/ready'), 200)).toBe(20);
});

it('what is no check of health is counted, whatever its path begins with', async () => {
  const { askTimes } = await start({ RATE_LIMIT_PER_ADDRESS: '2' });
  expect(countOf(await askTimes(20, {}, '/health/nothing'), 429)).toBeGreaterThan(0);
});

it('a client that asks too fast is refused, whichever of its tokens it sends, and others are not', async () => {
  const { app, ask, askTimes } = await start({ RATE_LIMIT_PER_CLIENT: '5' });
  const issue = async (clientId: string) => {
    const token = await app.tokens.issue(clientId, 'client_credentials', new Date());
    return { Authorization: `Bearer ${token?.accessToken}` };
  };
  const [one, two] = [await issue(demoCredentials.clientId), await issue(demoCredentials.clientId)];
  const answers = [...(await askTimes(10, one)), ...(await askTimes(10, two))];
  expect(countOf(answers, 200)).toBeGreaterThanOrEqual(5);
  expect(countOf(answers, 429)).toBeGreaterThanOrEqual(5);
  expect((await ask()).status).toBe(200);
});

it('tokens that are public are counted by their address alone', async () => {
  const { app, ask, askTimes } = await start({ RATE_LIMIT_PER_CLIENT: '2', RATE_LIMIT_PER_ADDRESS: '100' });
  const token = await app.tokens.issue(demoCredentials.clientId, 'implicit', new Date());
  const headers = { Authorization: `Bearer ${token?.accessToken}` };
  expect(countOf(await askTimes(10, headers), 200)).toBe(10);
  expect((await ask(headers)).headers.get('ratelimit-policy')).toBe('"address";q=100;w=1');
});

it('who sends faulty tokens may send no more of any, and may still ask without', async () => {
  const { app, ask, askTimes } = await start({ RATE_LIMIT_FAILED_LOGINS: '5' });
  const faulty = { Authorization: 'Bearer x.y.z' };
  for (let i = 0; i < 5; i += 1) expect((await ask(faulty)).status).toBe(401);
  const refused = await ask(faulty);
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(50);
  const token = await app.tokens.issue(demoCredentials.clientId, 'client_credentials', new Date());
  expect((await ask({ Authorization: `Bearer ${token?.accessToken}` })).status).toBe(429);
  expect(countOf(await askTimes(10), 200)).toBe(10);
});

// A slow body has half a minute: with it, the test runs out of time.
it('who sends a login slowly holds up nobody else from the same address', async () => {
  const { app, askTimes } = await start({ RATE_LIMIT_FAILED_LOGINS: '2' });
  const head =
    'POST /oauth/access_token HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 40\r\n\r\n{';
  const slow = Array.from({ length: 4 }, () => connect(Number(new URL(app.url).port), '127.0.0.1'));
  for (const socket of slow) socket.write(head);
  await sleep(200);
  const token = await app.tokens.issue(demoCredentials.clientId, 'client_credentials', new Date());
  expect(countOf(await askTimes(3, { Authorization: `Bearer ${token?.accessToken}` }), 200)).toBe(3);
  for (const socket of slow) socket.destroy();
}, 20_000);

it('good tokens do not spend what faulty ones may', async () => {
  const { app, askTimes } = await start({ RATE_LIMIT_FAILED_LOGINS: '3' });
  const token = await app.tokens.issue(demoCredentials.clientId, 'client_credentials', new Date());
  expect(countOf(await askTimes(20, { Authorization: `Bearer ${token?.accessToken}` }), 200)).toBe(20);
});

it('behind a proxy that is trusted, each of its clients has an address of its own', async () => {
  const { askTimes } = await start({ RATE_LIMIT_PER_ADDRESS: '5', TRUST_PROXY: '1' });
  const answers = await Promise.all(
    ['203.0.113.1', '203.0.113.2', '203.0.113.3'].map((address) => askTimes(5, { 'X-Forwarded-For': address })),
  );
  expect(countOf(answers.flat(), 200)).toBe(15);
  expect(countOf(await askTimes(20, { 'X-Forwarded-For': 'invented, 203.0.113.1' }), 429)).toBeGreaterThan(5);
});

it('without a trusted proxy the header gains nothing', async () => {
  const { ask } = await start({ RATE_LIMIT_PER_ADDRESS: '5' });
  const answers = await Promise.all(Array.from({ length: 20 }, (_, i) => ask({ 'X-Forwarded-For': `203.0.113.${i}` })));
  expect(countOf(answers, 429)).toBeGreaterThan(5);
});

describe('RateLimit headers', () => {
  const policyOf = ({ headers }: { headers: Headers }) => headers.get('ratelimit-policy');
  const stateOf = ({ headers }: { headers: Headers }) => headers.get('ratelimit');

  it.each(['/graphql?query={__typename}', '/v2/pcm/catalog/products', '/nothing', '/v2/application-keys'])(
    'say what is left of each budget that counts the request: %s',
    async (path) => {
      const { app, ask } = await start({ RATE_LIMIT_PER_ADDRESS: '50', RATE_LIMIT_PER_CLIENT: '20' });
      const open = await ask({}, path);
      expect(policyOf(open)).toBe('"address";q=50;w=1');
      expect(stateOf(open)).toMatch(/^"address";r=49;t=1$/);
      const token = await app.tokens.issue(demoCredentials.clientId, 'client_credentials', new Date());
      const proven = await ask({ Authorization: `Bearer ${token?.accessToken}` }, path);
      expect(policyOf(proven)).toBe('"address";q=50;w=1, "client";q=20;w=1');
      expect(stateOf(proven)).toMatch(/^"address";r=4[89];t=1, "client";r=19;t=1$/);
    },
  );

  it('count down to the refusal, which carries them too', async () => {
    const { ask } = await start({ RATE_LIMIT_PER_ADDRESS: '3', RATE_LIMIT_PER_CLIENT: '0' });
    const answers = [];
    for (let i = 0; i < 12; i += 1) answers.push(await ask());
    const refused = answers.find(({ status }) => status === 429);
    expect(refused && policyOf(refused)).toBe('"address";q=3;w=1');
    expect(refused && stateOf(refused)).toBe('"address";r=0;t=1');
    expect(answers.slice(0, 3).map(stateOf)).toContain('"address";r=2;t=1');
  });

  it('tell who guesses when the next try counts', async () => {
    const { ask } = await start({ RATE_LIMIT_FAILED_LOGINS: '2' });
    const faulty = { Authorization: 'Bearer x.y.z' };
    for (let i = 0; i < 2; i += 1) expect((await ask(faulty)).status).toBe(401);
    const refused = await ask(faulty);
    expect(policyOf(refused)).toBe('"failed-logins";q=2;w=60');
    expect(stateOf(refused)).toMatch(/^"failed-logins";r=0;t=(60|5\d)$/);
    expect(refused.headers.get('retry-after')).toBe(/t=(\d+)/.exec(stateOf(refused) ?? '')?.[1]);
  });

  it('are not there where nothing is counted', async () => {
    const { ask } = await start({ RATE_LIMIT_PER_ADDRESS: '0', RATE_LIMIT_PER_CLIENT: '0' });
    expect(stateOf(await ask())).toBeNull();
    expect(policyOf(await ask({}, '/health/live'))).toBeNull();
  });
});

describe('a burst', () => {
  let app: RunningApp;
  beforeAll(async () => {
    app = await startApp({ RATE_LIMIT_FAILED_LOGINS: '20', TRUST_PROXY: '1' });
  });
  afterAll(() => app.close());

  const form = { grant_type: 'client_credentials', client_id: demoCredentials.clientId, client_secret: 'wrong' };
  const bearer = (path: string) => (index: number, forwarded: object) =>
    fetch(app.url + path, { headers: { ...forwarded, Authorization: `Bearer x.y.${index}` } });

  it.each<[string, string, (index: number, forwarded: object) => Promise<Response>]>([
    [
      'secrets',
      '203.0.113.1',
      (_index, forwarded) =>
        fetch(`${app.url}/oauth/access_token`, {
          method: 'POST',
          headers: { ...forwarded },
          body: new URLSearchParams(form),
        }),
    ],
    ['tokens', '203.0.113.2', bearer('/graphql?query={__typename}')],
    ['tokens on REST', '203.0.113.3', bearer('/v2/application-keys')],
    [
      'credentials of another kind',
      '203.0.113.4',
      (_index, forwarded) => fetch(`${app.url}/graphql`, { headers: { ...forwarded, Authorization: 'Basic eDp5' } }),
    ],
  ])('of wrong %s: as many are checked as may be wrong in a minute', async (_title, address, guess) => {
    const guesses = Array.from({ length: 400 }, (_, index) => guess(index, { 'X-Forwarded-For': address }));
    const answers = await Promise.all(guesses);
    expect([countOf(answers, 401), countOf(answers, 429)]).toEqual([20, 380]);
  });

  it('of good tokens is let in, however many they are', async () => {
    const issue = () => app.tokens.issue(demoCredentials.clientId, 'implicit', new Date());
    const tokens = await Promise.all(Array.from({ length: 60 }, issue));
    const answers = await Promise.all(
      tokens.map((token) => {
        const headers = { Authorization: `Bearer ${token?.accessToken}`, 'X-Forwarded-For': '203.0.113.5' };
        return fetch(`${app.url}/graphql?query={__typename}`, { headers });
      }),
    );
    expect(countOf(answers, 200)).toBe(60);
  });
});

it.each([
  '/oauth/access_token',
  '/v2/oauth/access_token',
  '/pcm/oauth/access_token',
  '/v2/pcm/oauth/access_token',
  '/hooks/catalog',
])('each of several workers has its part of the secrets that may be wrong: %s', async (path) => {
  const limits = { addressRequestsPerSecond: 0, clientRequestsPerSecond: 0, failedLoginsPerMinute: 5 };
  const verify = () => Promise.reject(new Error('Nobody is verified here.'));
  const { countingLogins } = createRateLimit({ limits, client: null, workers: 2, verify, monotonicNow: () => 0 });
  const login = countingLogins(async () => ({ status: 401, headers: {}, body: null }));
  const request = { path, clientAddress: '192.0.2.1', awaitBody: async () => undefined } as Partial<HttpRequest>;
  const statuses: number[] = [];
  for (let time = 0; time < 5; time += 1) {
    await login(request as HttpRequest).then(
      ({ status }) => statuses.push(status),
      ({ status }: HttpProblem) => statuses.push(status),
    );
  }
  expect(statuses).toEqual([401, 401, 401, 429, 429]);
});

it.each<[ErrorCode, boolean]>([
  ['UNAUTHENTICATED', true],
  ['UNAVAILABLE', false],
])('tokens that are %s count as faulty: %s', async (code, isRefused) => {
  const limits = { addressRequestsPerSecond: 0, clientRequestsPerSecond: 0, failedLoginsPerMinute: 3 };
  const verify = () => Promise.reject(new DomainError(code, 'Not this one.'));
  const { count } = createRateLimit({ limits, client: null, workers: 1, verify, monotonicNow: () => 0 });
  const request = {
    path: '/graphql',
    clientAddress: '192.0.2.1',
    headers: new Headers({ authorization: 'Bearer a.b.c' }),
  };
  const faults: unknown[] = [];
  for (let time = 0; time < 4; time += 1) {
    await Promise.resolve(count(request as unknown as HttpRequest)).catch((error: HttpProblem) =>
      faults.push(error.status),
    );
  }
  expect(faults).toEqual(isRefused ? [429] : []);
});

it('what never became a request counts for its address', async () => {
  const limits = { addressRequestsPerSecond: 2, clientRequestsPerSecond: 0, failedLoginsPerMinute: 1 };
  const verify = () => Promise.reject(new Error('Nobody is verified here.'));
  const { count, countRefused } = createRateLimit({ limits, client: null, workers: 1, verify, monotonicNow: () => 0 });
  const ask = async (clientAddress: string) =>
    count({ path: '/graphql', clientAddress, headers: new Headers() } as unknown as HttpRequest);
  for (let time = 0; time < 2; time += 1) countRefused('192.0.2.1');
  await expect(ask('192.0.2.1')).rejects.toMatchObject({ status: 429 });
  expect(await ask('192.0.2.2')).toHaveLength(1);
});

it('what instances count together is waited for, whether a token is sent or not', async () => {
  const limits = { addressRequestsPerSecond: 2, clientRequestsPerSecond: 0, failedLoginsPerMinute: 1 };
  const client = { query: async () => ({ rows: [{ points: 1, expire: Date.now() + 1000 }] }) };
  const verify = () => Promise.reject(new Error('Nobody is verified here.'));
  const { count } = createRateLimit({ limits, client, workers: 1, verify, monotonicNow: () => 0 });
  const request = { path: '/graphql', clientAddress: '192.0.2.1', headers: new Headers() };
  const [counted] = await count(request as unknown as HttpRequest);
  expect(counted?.spending).toMatchObject({ waitMs: 0, remaining: 1 });
});
