import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { connect } from 'node:net';
import { text as readText } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, it } from 'vitest';
import { IncomingRequest } from '../../src/server/incoming-request.ts';
import { listenOnLoopback } from '../support/on-loopback.ts';

let server: Server<typeof IncomingRequest> | null = null;
afterEach(() => server?.close());

/** What comes of the request that these pieces are: the second one is sent when it is told to be. */
async function send<Result>(
  [first, second = '']: readonly [string, string?],
  use: (incoming: IncomingRequest, sendRest: () => void) => Promise<Result>,
): Promise<Result> {
  const { promise, resolve, reject } = Promise.withResolvers<Result>();
  server = createServer({ IncomingMessage: IncomingRequest }, (incoming, outgoing) => {
    outgoing.on('close', () => socket.destroy());
    use(incoming, () => void socket.write(second))
      .then(resolve, reject)
      .finally(() => outgoing.end());
  });
  const socket = connect(await listenOnLoopback(server), '127.0.0.1');
  const closed = once(socket, 'close');
  socket.write(first);
  const [result] = await Promise.all([promise, closed]);
  return result;
}

async function readAll(incoming: IncomingRequest, sendRest: () => void): Promise<string> {
  incoming.beStream();
  const text = readText(incoming);
  sendRest();
  return text;
}

const head = (...lines: string[]) => `${['POST / HTTP/1.1', 'Host: a', ...lines].join('\r\n')}\r\n\r\n`;

it.each<[string, [string, string?], string]>([
  ['with its head', [`${head('Content-Length: 3')}abc`], 'abc'],
  ['after it', [head('Content-Length: 3'), 'abc'], 'abc'],
  ['in a chunk', [`${head('Transfer-Encoding: chunked')}3\r\nabc\r\n0\r\n\r\n`], 'abc'],
  ['in two chunks', [`${head('Transfer-Encoding: chunked')}3\r\nabc\r\n2\r\nde\r\n0\r\n\r\n`], 'abcde'],
  ['in two pieces', [`${head('Content-Length: 5')}abc`, 'de'], 'abcde'],
  ['of nothing', [head('Content-Length: 0')], ''],
  ['that is none', ['GET / HTTP/1.1\r\nHost: a\r\n\r\n'], ''],
])(
  'a body that nobody reads before it is complete is here, and never a stream that has to be read to its end: %s',
  async (_, pieces, body) => {
    const incoming = await send(pieces, async (incoming, sendRest) => {
      sendRest();
      await expect.poll(() => incoming.complete).toBe(true);
      expect(incoming.whole?.toString()).toBe(body);
      return incoming;
    });
    // Node.js reads what nobody has read when the response has gone, unless it has been ended.
    expect(incoming).toMatchObject({ complete: true, readableEnded: true, readableFlowing: null });
    expect(incoming.listenerCount('end')).toBe(0);
  },
);

it('a body that is read before it is complete is a stream', async () => {
  const read = async (incoming: IncomingRequest, sendRest: () => void) => {
    await expect.poll(() => incoming.receivedBytes).toBe(3);
    expect(incoming.whole).toBeNull();
    return readAll(incoming, sendRest);
  };
  expect(await send([`${head('Content-Length: 5')}abc`, 'de'], read)).toBe('abcde');
});

it('a body that nobody reads stays in the kernel, beyond as much as a stream would hold', async () => {
  const body = 'x'.repeat(3_000_000);
  const read = async (incoming: IncomingRequest, sendRest: () => void) => {
    await sleep(200);
    const { bytesRead } = incoming.socket;
    return { bytesRead, text: await readAll(incoming, sendRest) };
  };
  const { bytesRead, text } = await send([`${head(`Content-Length: ${body.length}`)}${body}`], read);
  expect(bytesRead).toBeLessThan(300_000);
  expect(text).toBe(body);
});

it('what is not here yet is read as a stream, though it comes in one piece then', async () => {
  expect(await send([head('Content-Length: 3'), 'abc'], readAll)).toBe('abc');
});

it('nothing is kept of what comes with a GET, and the rest of it does not stay in the kernel', async () => {
  const body = 'x'.repeat(3_000_000);
  const request = `GET / HTTP/1.1\r\nHost: a\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
  const { whole, receivedBytes } = await send([request], async (incoming) => {
    await expect.poll(() => incoming.complete).toBe(true);
    return incoming;
  });
  expect({ kept: whole?.length, receivedBytes }).toEqual({ kept: 0, receivedBytes: body.length });
});
