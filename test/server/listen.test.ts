import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { defaultLimits } from '../../src/http/limits.ts';
import { type Answer, createHttpApp, type HttpAppOptions } from '../../src/server/http-app.ts';
import { type Listening, type ListenOptions, listen } from '../../src/server/listen.ts';
import type { RateLimit } from '../../src/server/rate-limit.ts';
import { createRequestQueue, type RequestQueue } from '../../src/server/request-queue.ts';
import { sendPipeline, sendRaw } from '../support/raw-http.ts';

const running: Listening[] = [];
afterEach(async () => {
  await Promise.all(running.splice(0).map(({ drain }) => drain(0)));
});

async function start(changes: Partial<ListenOptions> = {}, appChanges: Partial<HttpAppOptions> = {}) {
  const bugs: unknown[] = [];
  const answers: Answer[] = [];
  const app = createHttpApp({
    graphql: async (_request, body) => ({ status: 200, headers: {}, body }),
    graphiql: null,
    isReady: async () => true,
    limits: { bodyBytes: 1000, bodyLevels: 100 },
    corsOrigins: [],
    reportBug: (error) => bugs.push(error),
    onAnswered: (answer) => answers.push(answer),
    ...appChanges,
  });
  const listening = await listen({
    app,
    host: '127.0.0.1',
    port: 0,
    limits: defaultLimits,
    trustedProxies: 0,
    clientConnections: 1000,
    keepAliveMs: 65_000,
    ...changes,
  });
  running.push(listening);
  return { ...listening, bugs, answers };
}

const head = (...lines: string[]) => `${['POST /graphql HTTP/1.1', 'Host: a', ...lines].join('\r\n')}\r\n\r\n`;
const chunkOf = (bytes: number) => `${bytes.toString(16)}\r\n${'x'.repeat(bytes)}\r\n0\r\n\r\n`;
const getLive = 'GET /health/live HTTP/1.1\r\nHost: a\r\n\r\n';
const jsonHead = (...lines: string[]) => head('Content-Type: application/json', ...lines);

it('a connection that does nothing is kept as long as is said, for proxies that keep theirs', async () => {
  const keptFor = async (keepAliveMs: number) => {
    const { port } = await start({ keepAliveMs });
    const begun = performance.now();
    await sendRaw(port, getLive, { timeoutMs: 10_000 });
    return performance.now() - begun;
  };
  const [short, long] = await Promise.all([keptFor(100), keptFor(4000)]);
  expect(short).toBeLessThan(4800);
  expect(long).toBeGreaterThan(4900);
});

it('each client that connects is told of, before its first request', async () => {
  const told: string[] = [];
  const note = (what: string) => void told.push(what);
  const enter = () => {
    note('request');
    return null;
  };
  const queue: RequestQueue = {
    enter,
    bodies: { enter: () => null, leave: () => {} },
    noteConnection: () => note('connection'),
    waitMs: () => 0,
    countRefused: () => 0,
  };
  const { port } = await start({}, { queue });
  const request = jsonHead('Content-Length: 0', 'Connection: close');
  for (let client = 0; client < 2; client += 1) await sendRaw(port, request);
  expect(told).toEqual(['connection', 'request', 'connection', 'request']);
});

describe('requests with bodies', () => {
  /** Each is answered when it is told to be. */
  async function startSlow(queueTimeoutMs: number) {
    const begun: (() => void)[] = [];
    const { port } = await start(
      { trustedProxies: 1 },
      {
        queue: createRequestQueue({ timeoutMs: queueTimeoutMs, monotonicNow: () => performance.now() }),
        limits: { bodyBytes: 1_000_000, bodyLevels: 100 },
        graphql: async () => {
          await new Promise<void>((resolve) => void begun.push(resolve));
          return { status: 200, headers: {}, body: 'done' };
        },
      },
    );
    const send = (bytes: number, from = '192.0.2.1') => {
      const lines = [`Content-Length: ${bytes}`, `X-Forwarded-For: ${from}`, 'Connection: close'];
      const request = jsonHead(...lines) + ' '.repeat(bytes);
      return sendRaw(port, request, { timeoutMs: 30_000 });
    };
    return { begun, send };
  }

  it('are at work with four megabytes of them; others wait, and begin when one is answered', async () => {
    const { begun, send } = await startSlow(10_000);
    const sent = Array.from({ length: 6 }, () => send(900_000));
    await expect.poll(() => begun.length).toBe(4);
    const small = send(1000);
    await expect.poll(() => begun.length).toBe(5);
    await sleep(50);
    expect(begun).toHaveLength(5);
    begun[0]?.();
    await expect.poll(() => begun.length).toBe(6);
    begun[1]?.();
    await expect.poll(() => begun.length).toBe(7);
    for (const answer of begun) answer();
    expect((await Promise.all([...sent, small])).map(({ status }) => status)).toEqual(Array(7).fill(200));
  });

  it('of one client leave room for the small ones of others', async () => {
    const { begun, send } = await startSlow(10_000);
    const sent = Array.from({ length: 4 }, () => send(1_000_000));
    await expect.poll(() => begun.length).toBe(4);
    const more = send(1000);
    await sleep(50);
    expect(begun).toHaveLength(4);
    const other = send(1000, '192.0.2.2');
    await expect.poll(() => begun.length).toBe(5);
    begun[4]?.();
    expect(await other).toMatchObject({ status: 200 });
    for (const answer of begun) answer();
    await expect.poll(() => begun.length).toBe(6);
    begun[5]?.();
    expect((await Promise.all([...sent, more])).map(({ status }) => status)).toEqual(Array(5).fill(200));
  });

  it('are refused where they have waited for as long as a request may', async () => {
    const { begun, send } = await startSlow(50);
    const sent = Array.from({ length: 5 }, () => send(900_000));
    expect(await Promise.race(sent)).toMatchObject({ status: 503 });
    expect(begun.length).toBeLessThanOrEqual(4);
    const answering = setInterval(() => begun.splice(0).map((answer) => answer()), 10);
    const statuses = (await Promise.all(sent)).map(({ status }) => status);
    clearInterval(answering);
    expect(new Set(statuses)).toEqual(new Set([200, 503]));
  });

  it('end where the client goes in the middle of one, before its request has begun', async () => {
    const [begun, turn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const queue: RequestQueue = {
      enter() {
        begun.resolve();
        return turn.promise;
      },
      bodies: { enter: () => null, leave: () => {} },
      noteConnection: () => {},
      waitMs: () => 0,
      countRefused: () => 0,
    };
    const { port, answers, bugs, drain } = await start({}, { queue });
    const client = connect(port, '127.0.0.1');
    client.write(`${jsonHead('Content-Length: 100')}{`);
    await begun.promise;
    client.resetAndDestroy();
    await sleep(100);
    turn.resolve();
    await expect.poll(() => answers.map(({ status }) => status)).toEqual([400]);
    await drain(0);
    expect(bugs).toEqual([]);
  });
});

describe('what is no request is refused by 400 in JSON', () => {
  const get = 'GET /health/live HTTP/1.1\r\n';
  it.each([
    ['a length and chunks', jsonHead('Content-Length: 5', 'Transfer-Encoding: chunked')],
    ['two lengths', jsonHead('Content-Length: 5', 'Content-Length: 6')],
    ['a length that is none', jsonHead('Content-Length: 1e3')],
    ['a length beyond measure', jsonHead('Content-Length: 99999999999999999999')],
    ['bare line feeds', 'GET /health/live HTTP/1.1\nHost: a\n\n'],
    ['a folded header', `${get}Host: a\r\nX: a\r\n b\r\n\r\n`],
    ['a control character in a header', `${get}Host: a\r\nEP-Channel: a\u0001\r\n\r\n`],
    ['a blank before a colon', `${get}Host : a\r\n\r\n`],
    ['TLS on a plain port', '\u0016\u0003\u0001\u0002\u0000\u0001\r\n\r\n'],
    ['no Host', 'GET / HTTP/1.1\r\n\r\n'],
    ['two Hosts', `${get}Host: a\r\nHost: b\r\n\r\n`],
    ['the same Host twice', `${get}Host: a\r\nHost: a\r\n\r\n`],
    ['two channels', `${get}Host: a\r\nEP-Channel: web\r\nEP-Channel: mobile\r\n\r\n`],
    ['the same tag twice', `${get}Host: a\r\nEP-Context-Tag: vip\r\nep-context-tag: vip\r\n\r\n`],
    ['two idempotency keys', `${get}Host: a\r\nIdempotency-Key: a\r\nIdempotency-Key: b\r\n\r\n`],
    ['an empty Host', `${get}Host:\r\n\r\n`],
    ['a Host with a path', `${get}Host: a/b\r\n\r\n`],
    ['a Host with a user', `${get}Host: user@a\r\n\r\n`],
    ['a Host with a blank', `${get}Host: a b\r\n\r\n`],
    ['a Host that is half an address', `${get}Host: [::1\r\n\r\n`],
    ['a Host with markup', `${get}Host: <b>\r\n\r\n`],
    ['a target of another scheme', 'GET ftp://a/health/live HTTP/1.1\r\nHost: a\r\n\r\n'],
    ['a target with a password', 'GET http://user:password@a/health/live HTTP/1.1\r\nHost: a\r\n\r\n'],
    ['a target without a path', 'OPTIONS * HTTP/1.1\r\nHost: a\r\n\r\n'],
  ])('%s', async (_, bytes) => {
    const { port, bugs } = await start();
    const answer = await sendRaw(port, bytes, { timeoutMs: 300 });
    expect(answer.status).toBe(400);
    expect(JSON.parse(answer.body)).toMatchObject({ errors: [{ title: 'Bad Request', status: '400' }] });
    expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(answer.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
    expect(bugs).toEqual([]);
  });
});

it('headers beyond 64 KiB are refused, in the address too', async () => {
  const { port } = await start();
  const long = 'a'.repeat(65_536);
  for (const bytes of [head(`X: ${long}`), `GET /${long} HTTP/1.1\r\nHost: a\r\n\r\n`]) {
    const answer = await sendRaw(port, bytes);
    expect(answer).toMatchObject({ status: 431, isClosed: true });
    expect(JSON.parse(answer.body)).toMatchObject({ errors: [{ status: '431' }] });
  }
  const almost = jsonHead(`X: ${'a'.repeat(60_000)}`, 'Content-Length: 2');
  expect((await sendRaw(port, `${almost}{}`, { timeoutMs: 300 })).status).toBe(200);
});

it('a body that is too long is refused whether its length is announced or not, and the connection is closed', async () => {
  const { port } = await start();
  const body = 'a'.repeat(1001);
  const announced = jsonHead('Content-Length: 1001') + body;
  const chunked = `${jsonHead('Transfer-Encoding: chunked')}3e9\r\n${body}\r\n0\r\n\r\n`;
  const endless = `${jsonHead('Transfer-Encoding: chunked')}ffffff\r\n${body}`;
  const expected = jsonHead('Content-Length: 1001', 'Expect: 100-continue') + body;
  for (const bytes of [announced, chunked, endless]) {
    expect(await sendRaw(port, bytes)).toMatchObject({ status: 413, isClosed: true });
  }
  expect((await sendRaw(port, expected)).status).toBe(100);
});

it('a header that is sent twice is one with a comma between, whichever it is', async () => {
  const graphql: HttpAppOptions['graphql'] = async ({ headers }) => ({
    status: 200,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify([headers.get('authorization'), headers.get('accept'), headers.get('x'), ...headers.entries()]),
  });
  const { port } = await start({}, { graphql });
  const lines = [
    'Authorization: a',
    'Authorization: b',
    'Accept: c',
    'Accept: */*',
    'X: e',
    'x:',
    'Set-Cookie: f',
    'Set-Cookie: g',
  ];
  const { body } = await sendRaw(
    port,
    ['GET /graphql HTTP/1.1', 'Host: a', 'Constructor: h', ...lines, '\r\n'].join('\r\n'),
    {
      timeoutMs: 300,
    },
  );
  expect(JSON.parse(body)).toEqual([
    ...['a, b', 'c, */*', 'e, ', ['host', 'a'], ['constructor', 'h'], ['authorization', 'a, b'], ['accept', 'c, */*']],
    ...[
      ['x', 'e, '],
      ['set-cookie', 'f, g'],
    ],
  ]);
});

it('a name that all objects have is no header where nobody has sent it', async () => {
  const graphql: HttpAppOptions['graphql'] = async ({ headers }) => ({
    status: headers.get('constructor') === null && headers.get('tostring') === null ? 200 : 500,
    headers: {},
    body: null,
  });
  const { port } = await start({}, { graphql });
  expect((await sendRaw(port, 'GET /graphql HTTP/1.1\r\nHost: a\r\n\r\n', { timeoutMs: 300 })).status).toBe(200);
});

describe('a slow client', () => {
  const limits = { ...defaultLimits, headersMs: 300, requestMs: 600 };
  it.each([
    ['of headers', 'POST /graphql HTTP/1.1\r\nHost: a\r\nX: ', '', { status: '408' }],
    ['of a body', `${jsonHead('Content-Length: 10')}{`, '/graphql', { extensions: { status: 408 } }],
    ['of chunks', `${jsonHead('Transfer-Encoding: chunked')}1\r\n{\r\n`, '/graphql', { extensions: { status: 408 } }],
  ])('%s is refused at the deadline, in the form of the face, and logged once', async (_, bytes, path, error) => {
    const { port, bugs, answers } = await start({ limits });
    const answer = await sendRaw(port, bytes, { timeoutMs: 5000 });
    expect(answer).toMatchObject({ status: 408, isClosed: true });
    expect(JSON.parse(answer.body)).toMatchObject({ errors: [error] });
    expect(answers).toMatchObject([{ status: 408, path, requestId: answer.headers.get('x-request-id') }]);
    expect(bugs).toEqual([]);
  });

  it('that drips a byte now and then gains nothing by it', async () => {
    const { port } = await start({ limits });
    const socket = connect(port, '127.0.0.1');
    socket.on('error', () => {});
    const drip = setInterval(() => socket.write('a'), 50);
    socket.write('GET /health/live HTTP/1.1\r\nHost: a\r\nX: ');
    let received = '';
    socket.on('data', (chunk) => (received += chunk));
    await once(socket, 'close');
    clearInterval(drip);
    expect(received).toMatch(/^HTTP\/1.1 408 /);
  });
});

describe('a refused body is read on for a while, so that its client sees why', () => {
  const post = (port: number, bytes: number, type: string) =>
    fetch(`http://127.0.0.1:${port}/graphql`, {
      method: 'POST',
      headers: { 'Content-Type': type },
      body: Buffer.alloc(bytes, 'a'),
    });

  it.each([
    ['too large', 5_000_000, 'application/json', 413],
    ['much too large', 20_000_000, 'application/json', 413],
    ['of another type', 5_000_000, 'text/plain', 415],
  ])('%s', async (_, bytes, type, status) => {
    const { port, answers } = await start();
    for (let i = 0; i < 20; i += 1) {
      const response = await post(port, bytes, type);
      expect(response.status).toBe(status);
      expect(await response.json()).toMatchObject({ errors: [{ extensions: { status } }] });
    }
    expect(answers.map((answer) => answer.status)).toEqual(Array.from({ length: 20 }, () => status));
  });

  it('while the gateway drains, too', async () => {
    const { port, drain } = await start();
    const drained = drain(10_000);
    expect((await post(port, 20_000_000, 'text/plain')).status).toBe(415);
    await drained;
  });
});

describe('what is refused before it is executed', () => {
  it.each([
    ['no HTTP', 'nonsense\r\n\r\n', 400, ''],
    ['too many headers', `GET / HTTP/1.1\r\nHost: a\r\nX: ${'a'.repeat(70_000)}\r\n\r\n`, 431, ''],
    ['a faulty Host', 'GET /none HTTP/1.1\r\nHost: 1.2.3.999\r\n\r\n', 400, '/none'],
    ['a faulty target', 'GET http://user:password@a/ HTTP/1.1\r\nHost: a\r\n\r\n', 400, ''],
    ['a faulty chunk', `${jsonHead('Transfer-Encoding: chunked')}x\r\n`, 400, '/graphql'],
    ['a body that ends before it is complete', `${jsonHead('Transfer-Encoding: chunked')}5\r\n{`, 408, '/graphql'],
    ['a body that is said to be too long', jsonHead('Content-Length: 1001'), 413, '/graphql'],
    ['a body that is too long', `${jsonHead('Transfer-Encoding: chunked')}${chunkOf(1001)}`, 413, '/graphql'],
    [
      'a body of another type',
      `${head('Connection: close', 'Content-Type: text/plain', 'Content-Length: 2')}{}`,
      415,
      '/graphql',
    ],
    [
      'a compressed body',
      `${jsonHead('Connection: close', 'Content-Encoding: gzip', 'Content-Length: 2')}{}`,
      415,
      '/graphql',
    ],
    [
      'a body of another transfer coding',
      `${jsonHead('Connection: close', 'Transfer-Encoding: gzip, chunked')}${chunkOf(2)}`,
      415,
      '/graphql',
    ],
    ['a path that is not there', 'GET /none HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n', 404, '/none'],
    ['another method', 'PUT /graphql HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n', 405, '/graphql'],
    ['a tunnel', 'CONNECT a:443 HTTP/1.1\r\nHost: a:443\r\n\r\n', 405, ''],
    ['a tunnel that is used at once', `CONNECT a:443 HTTP/1.1\r\nHost: a:443\r\n\r\n${getLive}`, 405, ''],
    ['what expects anything', 'GET /none HTTP/1.1\r\nHost: a\r\nExpect: x\r\nConnection: close\r\n\r\n', 404, '/none'],
  ])('is logged once, and counted for its address: %s', async (_, bytes, status, path) => {
    const counted: string[] = [];
    const rateLimit: RateLimit = {
      count: ({ clientAddress }) => {
        counted.push(clientAddress);
        return [];
      },
      countingLogins: (respond) => respond,
      countRefused: (address) => counted.push(address),
    };
    const { port, answers, bugs } = await start(
      { limits: { ...defaultLimits, requestMs: 600, headersMs: 300 } },
      { rateLimit },
    );
    const answer = await sendRaw(port, bytes, { timeoutMs: 5000 });
    expect(answer).toMatchObject({ status, isClosed: true });
    expect(answers).toMatchObject([{ status, path, requestId: answer.headers.get('x-request-id') }]);
    expect(counted).toEqual(['127.0.0.1']);
    expect(bugs).toEqual([]);
  });

  it('comes after the responses to what was sent before', async () => {
    const { port } = await start();
    const answers = await sendPipeline(port, `${getLive}${jsonHead('Content-Length: 2')}{}nonsense\r\n\r\n`);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 400]);
  });
});

it('what expects anything else than 100-continue is answered in its turn', async () => {
  const { port, answers } = await start();
  const expecting = `${jsonHead('Content-Length: 2', 'Expect: 200-ok')}{}`;
  const received = await sendPipeline(port, (getLive + expecting).repeat(3));
  expect(received.map(({ status, body }) => [status, body])).toEqual(
    Array.from({ length: 3 }, () => [
      [200, '{"status":"live"}'],
      [200, '{}'],
    ]).flat(),
  );
  expect(received.map(({ headers }) => headers.get('x-request-id'))).toEqual(answers.map(({ requestId }) => requestId));
});

it.each([
  [['Transfer-Encoding: gzip, chunked'], 'gzip, chunked'],
  [['Transfer-Encoding: identity', 'Transfer-Encoding: chunked'], 'identity, chunked'],
  [['Transfer-Encoding: Chunked'], null],
])('a body comes in chunks that are nothing else: %j', async (lines, coding) => {
  const { port } = await start();
  const answer = await sendRaw(port, jsonHead(...lines) + chunkOf(2), { timeoutMs: 300 });
  expect(answer.status).toBe(coding === null ? 200 : 415);
  const message = `The body must be sent as it is, but its Transfer-Encoding is '${coding}'.`;
  if (coding !== null) expect(JSON.parse(answer.body)).toMatchObject({ errors: [{ message }] });
});

it('HTTP/1.0 with a Transfer-Encoding is refused, and its connection is closed', async () => {
  const { port } = await start();
  const head = jsonHead('Connection: keep-alive\r\nTransfer-Encoding: chunked').replace('HTTP/1.1', 'HTTP/1.0');
  const answer = await sendRaw(port, `${head}2\r\n{}\r\n0\r\n\r\n`);
  expect(answer).toMatchObject({ status: 400, isClosed: true });
  expect(answer.body).toContain('HTTP/1.0 has no Transfer-Encoding.');
});

it('an empty Authorization header is none', async () => {
  const graphql: HttpAppOptions['graphql'] = async ({ headers }) => ({
    status: 200,
    headers: {},
    body: JSON.stringify([headers.get('authorization'), ...headers.entries()]),
  });
  const { port } = await start({}, { graphql });
  const lines = 'Host: a\r\nAuthorization: \r\nX:\r\nConnection: close';
  const { body } = await sendRaw(port, `GET /graphql?query={a} HTTP/1.1\r\n${lines}\r\n\r\n`);
  expect(JSON.parse(body)).toEqual([null, ['host', 'a'], ['x', ''], ['connection', 'close']]);
});

it('spaces and tabs around a header are none of it', async () => {
  const seen: (string | null)[] = [];
  const graphql = async ({ headers }: { headers: { get(name: string): string | null } }) => {
    seen.push(headers.get('ep-channel'), headers.get('authorization'));
    return { status: 200, headers: {}, body: '{}' };
  };
  const { port } = await start({}, { graphql });
  const lines = 'EP-Channel: \t mobile\xa0 \t\r\nAuthorization:Bearer x  \r\nConnection: close';
  await sendRaw(port, `GET /graphql?query={a} HTTP/1.1\r\nHost: a\r\n${lines}\r\n\r\n`);
  expect(seen).toEqual(['mobile\xa0', 'Bearer x']);
});

it('a tunnel that is requested before the response to what was sent before ends the connection', async () => {
  const { port, answers, bugs } = await start();
  const tunnel = 'CONNECT a:443 HTTP/1.1\r\nHost: a:443\r\n\r\n';
  expect(await sendPipeline(port, getLive + tunnel + getLive.repeat(100))).toEqual([]);
  expect(answers.map(({ status }) => status)).toContain(405);
  expect(answers.length).toBeLessThanOrEqual(2);
  expect((await sendRaw(port, getLive, { timeoutMs: 300 })).status).toBe(200);
  expect(bugs).toEqual([]);
});

describe('a health check', () => {
  it.each([
    ['HTTP/1.0 without a Host', 'GET /health/live HTTP/1.0\r\n\r\n'],
    ['HTTP/1.1 without a Host', 'GET /health/ready HTTP/1.1\r\nConnection: close\r\n\r\n'],
    ['HTTP/1.0 with one', 'HEAD /health/ready HTTP/1.0\r\nHost: gateway\r\n\r\n'],
  ])('is answered: %s', async (_, bytes) => {
    const { port } = await start();
    expect(await sendRaw(port, bytes)).toMatchObject({ status: 200, isClosed: true });
  });
});

it('a client that goes away in the middle of its body is no bug of ours', async () => {
  const answered = Promise.withResolvers<number>();
  const { port, bugs } = await start({}, { onAnswered: ({ status }) => answered.resolve(status) });
  const socket = connect(port, '127.0.0.1');
  socket.write(`${jsonHead('Content-Length: 10')}{"a"`, () => setTimeout(() => socket.destroy(), 50));
  expect(await answered.promise).toBe(400);
  expect(bugs).toEqual([]);
});

describe('a place to listen at', () => {
  it('that is taken is named in a sentence', async () => {
    const { port } = await start();
    const sentence = `The port ${port} of 127.0.0.1 is in use. Set PORT to another one, or stop what uses it.`;
    await expect(start({ port })).rejects.toThrow(sentence);
  });

  it.each(['203.0.113.7', 'nonsense.invalid', 'fe80::1'])(
    'that is not of this machine is named in a sentence: %s',
    async (host) => {
      const sentence = `HOST must be an address or a name of this machine, but is '${host}'.`;
      await expect(start({ host })).rejects.toThrow(sentence);
    },
  );
});

describe('draining', () => {
  /** Answers when it is told to, or never. */
  async function startHeld() {
    const held = Promise.withResolvers<void>();
    const asked = Promise.withResolvers<void>();
    const graphql = async () => {
      asked.resolve();
      await held.promise;
      return { status: 200, headers: {}, body: '{"done":true}' };
    };
    return { ...(await start({}, { graphql })), release: held.resolve, asked: asked.promise };
  }
  const ask = (port: number) => fetch(`http://127.0.0.1:${port}/graphql?query={a}`);

  it('a running request is finished, and after a second no new connection is taken', async () => {
    const { port, drain, release, asked } = await startHeld();
    const answer = ask(port);
    await asked;
    let isDrained = false;
    const drained = drain(10_000).then(() => (isDrained = true));
    expect(await sendRaw(port, getLive)).toMatchObject({ status: 200, isClosed: true });
    await sleep(1500);
    // Who connects is taken until nobody has for a while: on a busy machine that is later.
    const outcome = () => sendRaw(port, getLive).catch(({ code }) => code);
    await expect.poll(outcome, { interval: 1000 }).toBe('ECONNREFUSED');
    expect(isDrained).toBe(false);
    release();
    const response = await answer;
    expect(response.headers.get('connection')).toBe('close');
    expect(await response.json()).toEqual({ done: true });
    await drained;
  });

  it('a connection that does nothing is closed after a second: its client may have begun to ask', async () => {
    const { port, drain } = await start();
    const socket = connect(port, '127.0.0.1');
    const closed = once(socket, 'close');
    socket.write(getLive);
    expect(String(await once(socket, 'data'))).toMatch(/^HTTP\/1.1 200 OK\r\n/);
    const drained = drain(10_000);
    await sleep(500);
    expect(socket.readyState).toBe('open');
    await drained;
    await closed;
  });

  it('a request that comes by a connection that is open is answered, and its connection closed', async () => {
    const { port, drain, release, asked } = await startHeld();
    const other = connect(port, '127.0.0.1');
    const text = new Promise<string>((resolve) => {
      let received = '';
      other.on('data', (chunk) => (received += chunk)).on('close', () => resolve(received));
    });
    other.write('GET /health/live HTTP/1.1\r\n');
    const answer = ask(port);
    await asked;
    const drained = drain(10_000);
    await sleep(20);
    other.write('Host: a\r\n\r\n');
    expect(await text).toMatch(/^HTTP\/1.1 200 OK\r\n(.*\r\n)*Connection: close\r\n/i);
    release();
    await answer;
    await drained;
  });

  it('a request of which something has come is waited for, though it comes slowly', async () => {
    const { port, drain } = await start();
    const socket = connect(port, '127.0.0.1');
    const closed = once(socket, 'close');
    let received = '';
    socket.on('data', (chunk) => (received += chunk));
    socket.write('GET /health/live HTTP/1.1\r\n');
    await sleep(100);
    const drained = drain(10_000);
    await sleep(1500);
    socket.write('Host: a\r\n\r\n');
    await closed;
    expect(received).toMatch(/^HTTP\/1.1 200 OK\r\n/);
    await drained;
  });

  it('a request that never ends is cut off at the limit', async () => {
    const { port, drain, asked } = await startHeld();
    const answer = ask(port);
    const cutOff = expect(answer).rejects.toThrow('fetch failed');
    await asked;
    await drain(200);
    await cutOff;
  });
});
