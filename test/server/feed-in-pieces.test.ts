import { createServer } from 'node:http';
import { duplexPair } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { trackConnections } from '../../src/server/connections.ts';
import { IncomingRequest } from '../../src/server/incoming-request.ts';

/** Returns the paths that are answered, each as the response's body. */
async function receive(...pieces: string[]) {
  const server = createServer({ IncomingMessage: IncomingRequest }, async ({ url }, response) => {
    await nextTurn();
    response.end(url);
  });
  trackConnections(server, 1000);
  const [client, socket] = duplexPair();
  server.emit('connection', socket);
  for (const piece of pieces) {
    client.write(piece);
    for (let turn = 0; turn < 10; turn += 1) await nextTurn();
  }
  const received = String(client.read());
  client.destroy();
  return received.match(/\/[a-z]+/g);
}

const upgrade = 'GET /first HTTP/1.1\r\nHost: example.com\r\nConnection: Upgrade\r\nUpgrade: h2c\r\n\r\n';
const next = 'GET /second HTTP/1.1\r\nHost: example.com\r\n\r\n';

it.each([1, 20, next.length])(
  'what comes with a request for an upgrade that nobody makes is answered: %i bytes',
  async (bytes) => {
    expect(await receive(upgrade + next.slice(0, bytes), next.slice(bytes))).toEqual(['/first', '/second']);
  },
);

it.each([20, 60, 70])(
  'so is what comes with the rest of such a request, of which %i bytes came before',
  async (bytes) => {
    const all = upgrade + next;
    expect(await receive(all.slice(0, bytes), all.slice(bytes, -1), all.slice(-1))).toEqual(['/first', '/second']);
  },
);
