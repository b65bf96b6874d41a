/** Over real sockets: what a strict client reads, and whether its connection is of use afterwards. */
import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, it } from 'vitest';
import { ListedJson } from '../../src/domain/input/listed-json.ts';
import { BodyPieces, toBytes } from '../../src/http/body-pieces.ts';
import type { HttpResponse } from '../../src/http/http-exchange.ts';
import { defaultLimits } from '../../src/http/limits.ts';
import { createHttpApp } from '../../src/server/http-app.ts';
import { type Listening, listen } from '../../src/server/listen.ts';
import { sendPipeline } from '../support/raw-http.ts';

const running: Listening[] = [];
afterEach(async () => {
  await Promise.all(running.splice(0).map(({ drain }) => drain(0)));
});

async function serve(respond: () => HttpResponse, writeMs = 200) {
  const bugs: unknown[] = [];
  const app = createHttpApp({
    graphql: async () => respond(),
    graphiql: null,
    isReady: async () => true,
    limits: { bodyBytes: 1000, bodyLevels: 100 },
    corsOrigins: [],
    reportBug: (bug) => bugs.push(bug),
    onAnswered: () => {},
  });
  const limits = { ...defaultLimits, writeMs };
  const address = { host: '127.0.0.1', port: 0, trustedProxies: 0, clientConnections: 1000, keepAliveMs: 65_000 };
  const listening = await listen({ app, limits, ...address });
  running.push(listening);
  return { ...listening, bugs };
}

/** Of pieces of 100,000 bytes, which all such bodies share. */
function sharedBody(count: number): BodyPieces {
  return new BodyPieces({
    before: '[',
    items: Array.from({ length: count }, (_, index) => shared[index % 20] as ListedJson),
    after: ']',
  });
}
const shared = Array.from({ length: 20 }, (_, index) =>
  ListedJson.ofAll([`${index} `.repeat(40_000).slice(0, 100_000)]),
).flat();

const get = 'GET /graphql HTTP/1.1\r\nHost: a\r\n\r\n';
const bytes = (text: string) => new TextEncoder().encode(text);

it.each<[string, HttpResponse, string, string]>([
  ['a text', { status: 200, headers: {}, body: 'été' }, '5', 'Ã©tÃ©'],
  ['bytes', { status: 200, headers: {}, body: bytes('abc') }, '3', 'abc'],
  [
    'pieces',
    {
      status: 200,
      headers: {},
      body: new BodyPieces({ before: '[', items: ['é', ...ListedJson.ofAll(['b']), ''], after: ']' }),
    },
    '7',
    '[Ã©,b,]',
  ],
  ['nothing', { status: 200, headers: {}, body: null }, '0', ''],
])('%s is sent whole, with its length', async (_, response, length, body) => {
  const { port } = await serve(() => response);
  const answers = await sendPipeline(port, get + get, { timeoutMs: 300 });
  expect(answers.map((answer) => answer.body)).toEqual([body, body]);
  for (const { headers } of answers) expect(headers.get('content-length')).toBe(length);
});

it('clients that are slow or go away leave the pieces to others as they are', async () => {
  const { port, bugs } = await serve(() => ({ status: 200, headers: {}, body: sharedBody(60) }), 10_000);
  const expected = toBytes(sharedBody(60));
  const slow = connect(port, '127.0.0.1');
  slow.write('GET /graphql HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n');
  slow.pause();
  const received: Buffer[] = [];
  const take = () => received.push(slow.read() ?? Buffer.alloc(0));
  const taking = setInterval(take, 10);
  const leave = async () => {
    const leaving = connect(port, '127.0.0.1');
    leaving.write(get);
    await once(leaving, 'data');
    leaving.destroy();
  };
  const read = async () => Buffer.from(await (await fetch(`http://127.0.0.1:${port}/graphql`)).arrayBuffer());
  for (let round = 0; round < 5; round += 1) {
    const [, , ...bodies] = await Promise.all([leave(), leave(), read(), read()]);
    for (const body of bodies) expect(body.equals(expected)).toBe(true);
  }
  clearInterval(taking);
  slow.on('data', (chunk) => received.push(chunk));
  await once(slow.resume(), 'close');
  const whole = Buffer.concat(received);
  expect(whole.subarray(whole.indexOf('\r\n\r\n') + 4).equals(expected)).toBe(true);
  expect(bugs).toEqual([]);
});

it.each([204, 304])('%i has neither a body nor a length', async (status) => {
  const { port } = await serve(() => ({ status, headers: {}, body: null }));
  const answers = await sendPipeline(port, get + get, { timeoutMs: 300 });
  expect(answers.map((answer) => answer.status)).toEqual([status, status]);
  for (const { headers } of answers) expect(headers.has('content-length')).toBe(false);
});

it('a stream is sent as it comes, and the connection goes on', async () => {
  const { port } = await serve(() => {
    const parts = ['one ', 'two ', 'three'].values();
    const body = new ReadableStream<Uint8Array>({
      async pull(controller) {
        await sleep(20);
        const { value } = parts.next();
        if (value === undefined) controller.close();
        else controller.enqueue(bytes(value));
      },
    });
    return { status: 200, headers: { 'content-type': 'text/event-stream' }, body };
  });
  const answers = await sendPipeline(port, get + get, { timeoutMs: 500 });
  expect(answers.map(({ body }) => body)).toEqual(['one two three', 'one two three']);
});

it('a stream that has nothing to say for a while is left open, and cancelled when its client goes', async () => {
  const cancelled = Promise.withResolvers<void>();
  const { port } = await serve(() => {
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => controller.enqueue(bytes('first')),
      cancel: () => cancelled.resolve(),
    });
    return { status: 200, headers: {}, body };
  });
  const socket = connect(port, '127.0.0.1');
  socket.write(get);
  expect(String(await once(socket, 'data'))).toMatch(/^HTTP\/1.1 200 OK/);
  await sleep(500);
  expect(socket.readyState).toBe('open');
  socket.destroy();
  await cancelled.promise;
});

it('a stream is cancelled when its client goes in the middle of what it sends with its GET', async () => {
  const cancelled = Promise.withResolvers<void>();
  const { port } = await serve(() => ({
    status: 200,
    headers: {},
    body: new ReadableStream({
      start: (controller) => controller.enqueue(bytes('one ')),
      cancel: () => cancelled.resolve(),
    }),
  }));
  const client = connect(port, '127.0.0.1');
  client.write(`GET /graphql HTTP/1.1\r\nHost: a\r\nContent-Length: 300000\r\n\r\n${'x'.repeat(200_000)}`);
  await once(client, 'data');
  client.end();
  await cancelled.promise;
});

it('a stream that fails breaks the connection, so that nobody takes it for whole', async () => {
  const bug = new Error('broken');
  const { port, bugs } = await serve(() => {
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => controller.enqueue(bytes('first')),
      pull: (controller) => controller.error(bug),
    });
    return { status: 200, headers: {}, body };
  });
  await expect(fetch(`http://127.0.0.1:${port}/graphql`).then((response) => response.text())).rejects.toThrow();
  expect(bugs).toEqual([bug]);
});

it.each<[string, () => HttpResponse]>([
  ['whole', () => ({ status: 200, headers: {}, body: Buffer.alloc(50_000_000) })],
  ['in pieces', () => ({ status: 200, headers: {}, body: sharedBody(500) })],
  [
    'in parts',
    () => {
      const body = new ReadableStream<Uint8Array>({
        pull: (controller) => controller.enqueue(new Uint8Array(100_000)),
      });
      return { status: 200, headers: {}, body };
    },
  ],
])('a client that takes nothing of a response is cut off: %s', async (_, respond) => {
  const { port, bugs } = await serve(respond);
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => {});
  socket.pause();
  socket.write(get);
  await sleep(3000);
  socket.resume();
  await once(socket, 'close');
  expect(socket.bytesRead).toBeLessThan(20_000_000);
  expect(bugs).toEqual([]);
});

it('of responses that nobody takes, those that hold most are cut off, and who takes a page slowly has all of it', async () => {
  const respond = { large: true };
  const { port, bugs } = await serve(
    () => ({ status: 200, headers: {}, body: Buffer.alloc(respond.large ? 20_000_000 : 10_000_000) }),
    20_000,
  );
  const open = async () => {
    const socket = connect(port, '127.0.0.1').on('error', () => {});
    socket.write(get.replace('\r\n\r\n', '\r\nConnection: close\r\n\r\n'));
    await once(socket, 'readable');
    return socket;
  };
  respond.large = false;
  const slow = await open();
  respond.large = true;
  const unread = [await open(), await open(), await open()];
  const sizes = [];
  for (const socket of [slow, ...unread]) {
    await once(socket.resume(), 'close');
    sizes.push(socket.bytesRead);
  }
  expect(sizes.map((size) => size > 10_000_000)).toEqual([true, false, true, true]);
  expect(bugs).toEqual([]);
});
