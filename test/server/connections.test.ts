/** Over real sockets: what many requests on one connection may hold of our memory. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { defaultLimits } from '../../src/http/limits.ts';
import { trackConnections } from '../../src/server/connections.ts';
import { createHttpApp } from '../../src/server/http-app.ts';
import { IncomingRequest } from '../../src/server/incoming-request.ts';
import { type Listening, listen } from '../../src/server/listen.ts';
import { collectGarbage } from '../support/collect-garbage.ts';
import { closeNow, listenOnLoopback } from '../support/on-loopback.ts';
import { sendPipeline } from '../support/raw-http.ts';

const running: Listening[] = [];
afterEach(async () => {
  await Promise.all(running.splice(0).map(({ drain }) => drain(0)));
});

/** Answers each request with as many bytes, after a while or at once; counts what is done at once. */
async function serve(bytes: number, { writeMs = 30_000, afterMs = 1, status = 200, clientConnections = 1000 } = {}) {
  const counts = { running: 0, atOnce: 0, answered: 0 };
  const app = createHttpApp({
    async graphql(_request, body) {
      counts.running += 1;
      counts.atOnce = Math.max(counts.atOnce, counts.running);
      if (afterMs > 0) await sleep(afterMs);
      counts.running -= 1;
      counts.answered += 1;
      return { status, headers: {}, body: body ?? Buffer.alloc(bytes, 'x') };
    },
    graphiql: null,
    isReady: async () => true,
    limits: { bodyBytes: 1_000_000, bodyLevels: 100 },
    corsOrigins: [],
    reportBug: (bug) => expect(bug).toBeUndefined(),
    onAnswered: () => {},
  });
  const limits = { ...defaultLimits, writeMs };
  const address = { host: '127.0.0.1', port: 0, trustedProxies: 0, clientConnections, keepAliveMs: 65_000 };
  const listening = await listen({ app, limits, ...address });
  running.push(listening);
  return { ...listening, counts };
}

const { push: pushPiece } = IncomingRequest.prototype;
const get = 'GET /graphql HTTP/1.1\r\nHost: a\r\n\r\n';
const post = (body: string) =>
  `POST /graphql HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
const chunkedHead =
  'POST /graphql HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n';
const chunked = (body: string) => `${chunkedHead}${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`;

describe('requests that come at once on one connection', () => {
  it('are answered one after the other, all of them', async () => {
    const { port, counts } = await serve(100);
    const answers = await sendPipeline(port, get.repeat(400));
    expect(answers.length).toBe(400);
    expect(counts).toMatchObject({ answered: 400, atOnce: 1 });
  });

  it('leave turns to others in between, though the kernel takes each response at once', async () => {
    const { port, counts } = await serve(100, { afterMs: 0 });
    let atATurn = 0;
    let [isOver, before] = [false, 0];
    const look = () => {
      atATurn = Math.max(atATurn, counts.answered - before);
      before = counts.answered;
      if (!isOver) setImmediate(look);
    };
    look();
    expect((await sendPipeline(port, get.repeat(400))).length).toBe(400);
    isOver = true;
    expect(atATurn).toBe(1);
  });

  it('are dropped with their connection once one of them came too fast', async () => {
    const { port, counts } = await serve(100, { status: 429 });
    const answers = await sendPipeline(port, get.repeat(400));
    expect(answers.map(({ status, headers }) => [status, headers.get('connection')])).toEqual([[429, 'close']]);
    expect(counts.answered).toBe(1);
  });

  it('are told apart, with bodies and without, whatever these look like', async () => {
    const bodies = Array.from({ length: 300 }, (_, index) => `"${index} ${'\r\n\r\n'.repeat(index)}"`);
    const requests = bodies.map((body, index) => (index % 2 === 0 ? post(body) : chunked(body)));
    const { port } = await serve(0);
    const answers = await sendPipeline(port, requests.join(''));
    expect(answers.map(({ body }) => body)).toEqual(bodies);
  });

  it.each([
    ['alone', ''],
    ['after the end of a body in chunks', chunkedHead],
  ])('%s, are parsed in their turn, but for a few', async (_, head) => {
    const { port } = await serve(3, { afterMs: 500 });
    const push = vi.spyOn(IncomingRequest.prototype, 'push');
    const socket = connect(port, '127.0.0.1');
    socket.write(head);
    await sleep(100);
    const body = head && '2\r\n{}\r\n0\r\n\r\n';
    socket.write(body + 'GET / HTTP/1.1\r\n\r\n'.repeat(1000));
    await vi.waitFor(() => expect(push).toHaveBeenCalledWith(null), 20_000);
    await sleep(100);
    const parsed = push.mock.calls.filter(([piece]) => piece === null).length;
    push.mockRestore();
    socket.destroy();
    expect(parsed).toBeLessThanOrEqual(5);
  });

  it('are answered when they come in pieces', async () => {
    const { port } = await serve(3);
    const text = (get + post('"a"') + chunked('"b"')).repeat(20);
    const answers = await sendPipeline(port, text, { pieceBytes: 97 });
    expect(answers.map(({ body }) => body)).toEqual(Array.from({ length: 20 }, () => ['xxx', '"a"', '"b"']).flat());
  });
});

it('a body in chunks of one byte leaves turns to others, and is read to its end', async () => {
  const { port } = await serve(0);
  const body = `"${'x'.repeat(200_000)}"`;
  const chunks = [...body].map((byte) => `1\r\n${byte}\r\n`).join('');
  let [inThisTurn, most, isOver] = [0, 0, false];
  const push = vi.spyOn(IncomingRequest.prototype, 'push').mockImplementation(function (this: IncomingRequest, piece) {
    inThisTurn += 1;
    return pushPiece.call(this, piece);
  });
  const look = () => {
    most = Math.max(most, inThisTurn);
    inThisTurn = 0;
    if (!isOver) setImmediate(look);
  };
  look();
  const closing = chunkedHead.replace('\r\n', '\r\nConnection: close\r\n');
  const [answer] = await sendPipeline(port, `${closing}${chunks}0\r\n\r\n`, { timeoutMs: 30_000 });
  isOver = true;
  push.mockRestore();
  expect(answer?.body === body).toBe(true);
  // 4 KB with the head; then 16 KB, of which a chunk takes six bytes.
  expect(most).toBeLessThan(4096 / 6 + 16_384 / 6);
});

it('a client that takes no responses gets as many as the kernel holds, and is cut off', async () => {
  const { port, counts } = await serve(70_000, { writeMs: 500 });
  const others = openEnds();
  const sockets = await Promise.all(Array.from({ length: 30 }, () => open(port)));
  for (const socket of sockets) {
    socket.pause();
    socket.write(get.repeat(400));
  }
  // Of each connection both ends are in this process; ours stay open until they are read.
  while (openEnds() > others + sockets.length) await sleep(50);
  expect(counts.answered).toBeLessThan(30 * 200);
  expect(counts.atOnce).toBeLessThanOrEqual(30);
  const ends = sockets.map((socket) => once(socket.resume(), 'close'));
  await Promise.all(ends);
  expect(sockets.every(({ bytesRead }) => bytesRead < 400 * 70_000)).toBe(true);
});

it('a client that takes its responses slowly is left alone', async () => {
  const { port } = await serve(5_000_000, { writeMs: 500 });
  const socket = await open(port);
  socket.write(get + get);
  for (let read = 0; read < 10_000_000; ) {
    read = socket.bytesRead;
    socket.resume();
    await sleep(10);
    socket.pause();
    await sleep(50);
  }
  expect(socket.readyState).toBe('open');
  socket.destroy();
});

describe('heads whose ends do not come', () => {
  const headerBytes = 60_000;
  const unfinished = `${get.slice(0, -2)}A: ${'x'.repeat(headerBytes)}`;
  const isAnswered = async (socket: Socket) => {
    socket.write('\r\n\r\n');
    return await Promise.race([once(socket, 'data').then(() => true), once(socket, 'close').then(() => false)]);
  };

  it.each([
    ['that come alone', unfinished],
    ['after another request', get + unfinished],
    ['after one with a body', post('"a"') + unfinished],
    ['after the end of a body that was waited for', `"${unfinished}`],
    ['after a body in chunks', `${chunked('"a"').slice(0, -2)}A: ${'x'.repeat(headerBytes + 1000)}`],
    ['in many lines', `${get.slice(0, -2)}${`A: ${'x'.repeat(95)}\r\n`.repeat(headerBytes / 100)}`],
  ])('%s have 8 MB together: those go first that began first', async (_, text) => {
    const { port, counts } = await serve(10, { afterMs: 0 });
    const sockets: Socket[] = [];
    for (let number = 0; number < 160; number += 1) {
      const socket = (await open(port)).resume();
      sockets.push(socket);
      if (text.startsWith('"')) {
        socket.write(post('"a"').slice(0, -1));
        await sleep(1);
      }
      socket.write(text);
      await sleep(1);
    }
    await expect.poll(() => sockets.filter(({ closed }) => closed).length).toBe(27);
    expect(sockets.findLastIndex(({ closed }) => closed)).toBe(26);
    const before = counts.answered;
    expect(await Promise.all(sockets.slice(27).map(isAnswered))).not.toContain(false);
    expect(counts.answered).toBe(before + 133);
    for (const socket of sockets) socket.destroy();
  });

  it('count no longer once their connections are closed', async () => {
    const { port } = await serve(10, { afterMs: 0 });
    const first = (await open(port)).resume();
    first.write(unfinished);
    for (let number = 0; number < 160; number += 1) {
      const socket = (await open(port)).resume();
      socket.end(unfinished);
      await once(socket, 'close');
    }
    expect(first.closed).toBe(false);
    expect(await isAnswered(first)).toBe(true);
    first.destroy();
  });

  it('are all that counts: connections that are left open after whole requests stay open', async () => {
    const { port } = await serve(10, { afterMs: 0 });
    const sockets = await Promise.all(Array.from({ length: 160 }, () => open(port)));
    for (const socket of sockets) {
      socket.write(unfinished);
      expect(await isAnswered(socket)).toBe(true);
    }
    expect(sockets.every(({ readyState }) => readyState === 'open')).toBe(true);
    for (const socket of sockets) socket.destroy();
  });
});

describe('where there are more connections than there may be', () => {
  const opened = async (port: number, text: string) => {
    const socket = await open(port);
    const closed = once(socket.resume(), 'close').then(() => 'closed');
    if (text) socket.write(text);
    await sleep(20);
    return { socket, isClosed: async () => (await Promise.race([closed, sleep(100, 'open')])) === 'closed' };
  };
  const areClosed = (all: readonly { readonly isClosed: () => Promise<boolean> }[]) =>
    Promise.all(all.map(({ isClosed }) => isClosed()));

  it('that one is closed which has waited for its client the longest, and none that is at work', async () => {
    const { port, counts } = await serve(10, { clientConnections: 4, afterMs: 1500 });
    const working = await opened(port, get);
    const half = await opened(port, get.slice(0, -2));
    const body = await opened(port, post('"a"').slice(0, -1));
    const silent = await opened(port, '');
    const all = [working, half, body, silent];
    expect(await areClosed(all)).toEqual([false, false, false, false]);
    const next = await opened(port, '');
    expect(await areClosed([...all, next])).toEqual([false, true, false, false, false]);
    const others = [await opened(port, ''), await opened(port, '')];
    expect(await areClosed([...all, next, ...others])).toEqual([false, true, true, true, false, false, false]);
    while (counts.answered < 1) await once(working.socket, 'data');
    for (const { socket } of [...all, next, ...others]) socket.destroy();
  });

  it('one that was answered lately stays before one that was not', async () => {
    const { port } = await serve(10, { clientConnections: 2 });
    const early = await opened(port, '');
    const late = await opened(port, '');
    early.socket.write(get);
    await once(early.socket, 'data');
    const next = await opened(port, '');
    expect(await areClosed([early, late, next])).toEqual([false, true, false]);
    for (const { socket } of [early, late, next]) socket.destroy();
  });

  it('one whose response is not taken is closed, and the newest where all are at work', async () => {
    const { port } = await serve(20_000_000, { clientConnections: 2, afterMs: 0 });
    const unread = await open(port);
    unread.pause();
    unread.write(get);
    await sleep(300);
    const [next, last] = [await opened(port, ''), await opened(port, '')];
    expect(await areClosed([next, last])).toEqual([false, false]);
    await once(unread.resume(), 'close');
    expect(unread.bytesRead).toBeLessThan(20_000_000);
    for (const { socket } of [next, last]) socket.destroy();
    const busy = await serve(10, { clientConnections: 1, afterMs: 1000 });
    const working = await opened(busy.port, get);
    const newest = await opened(busy.port, get);
    expect(await areClosed([working, newest])).toEqual([false, true]);
    working.socket.destroy();
  });
});

function heldBytes(): number {
  collectGarbage();
  return process.memoryUsage().arrayBuffers;
}

it('a body that nobody has read is let go with its response, though not all of it has come', async () => {
  const { port } = await serve(0);
  const before = heldBytes();
  const sockets = await Promise.all(Array.from({ length: 30 }, () => open(port)));
  for (const socket of sockets) {
    socket.write(`GET /health/live HTTP/1.1\r\nHost: a\r\nContent-Length: 900000\r\n\r\n${'x'.repeat(60_000)}`);
    await once(socket, 'data');
  }
  await expect.poll(() => heldBytes() - before).toBeLessThan(500_000);
  for (const socket of sockets) socket.destroy();
});

it('connections that are left open keep nothing of what was answered', async () => {
  const { port } = await serve(0);
  const body = `"${'x'.repeat(900_000)}"`;
  const before = heldBytes();
  const sockets = await Promise.all(Array.from({ length: 30 }, () => open(port)));
  for (const socket of sockets) {
    socket.write(post(body));
    for (const end = body.length; socket.bytesRead < end; ) await once(socket, 'data');
  }
  // V8 gives memory back a while after it has found that nobody can reach it.
  await expect.poll(() => heldBytes() - before).toBeLessThan(5_000_000);
  for (const socket of sockets) socket.destroy();
});

it('a response that is long in the making is waited for, after one that was taken, too', async () => {
  const { port } = await serve(10, { writeMs: 100 });
  const app = connect(port, '127.0.0.1');
  app.write(get);
  await once(app, 'data');
  await sleep(300);
  app.write(get);
  expect(String(await once(app, 'data'))).toMatch(/^HTTP\/1.1 200/);
  app.destroy();
});

it('a response that is long in the making is waited for, after one that was not taken at once, too', async () => {
  const { port, counts } = await serve(5_000_000, { writeMs: 500, afterMs: 1500 });
  const socket = await open(port);
  socket.pause();
  socket.write(get + get);
  while (counts.answered < 1) await sleep(5);
  await sleep(50);
  socket.resume();
  const isClosed = once(socket, 'close').then(() => true);
  while (socket.bytesRead < 10_000_000) if (await Promise.race([isClosed, sleep(20)])) break;
  expect(socket.bytesRead).toBeGreaterThan(10_000_000);
  socket.destroy();
});

it('of connections that do nothing, those are closed that have done nothing since then', async () => {
  const server = createServer({ IncomingMessage: IncomingRequest }, (_, outgoing) => void outgoing.end());
  const connections = trackConnections(server, 10);
  const port = await listenOnLoopback(server);
  onTestFinished(() => closeNow(server));
  const openKnown = async () => {
    const [socket] = await Promise.all([open(port), once(server, 'connection')]);
    return socket.resume();
  };
  const answer = (socket: Socket) => {
    const ended = Promise.withResolvers<void>();
    server.once('request', (_, outgoing) => outgoing.once('close', ended.resolve));
    socket.write(get);
    return ended.promise;
  };
  const [silent, used, answered] = [await openKnown(), await openKnown(), await openKnown()];
  await answer(used);
  const since = performance.now();
  await answer(answered);
  const late = await openKnown();
  connections.closeIdle(since);
  await Promise.all([once(silent, 'close'), once(used, 'close')]);
  for (const socket of [answered, late]) {
    socket.write(get);
    expect(String(await once(socket, 'data'))).toMatch(/^HTTP\/1.1 200/);
    socket.destroy();
  }
});

const openEnds = () => process.getActiveResourcesInfo().filter((name) => name === 'TCPSocketWrap').length;

async function open(port: number): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => {});
  await once(socket, 'connect');
  return socket;
}
