import dns from 'node:dns';
import { Agent, createServer, type RequestListener, type Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { syncBuiltinESMExports } from 'node:module';
import { connect, type TcpNetConnectOpts } from 'node:net';
import { afterEach, expect, it, onTestFinished, vi } from 'vitest';
import { postMessage } from '../../src/webhooks/post-message.ts';
import { createAuthority } from '../support/certificates.ts';
import { listenOnLoopback } from '../support/on-loopback.ts';

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close().closeAllConnections();
});

async function receive(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  servers.push(server);
  return `http://127.0.0.1:${await listenOnLoopback(server)}/hook?key=secret`;
}

const allowed = { timeoutMs: 5000, allowsPrivate: true, allowsHttp: true };
const post = (url: string, options = {}) =>
  postMessage({ url, headers: { 'webhook-id': 'msg_1' }, body: '{}' }, { ...allowed, ...options });

const switching = 'HTTP/1.1 101 Switching Protocols\r\nUpgrade: other\r\nConnection: Upgrade\r\n\r\n';

it.each([200, 204, 299])('a message is taken with any status of success: %i', async (status) => {
  const got: unknown[] = [];
  const url = await receive((incoming, outgoing) => {
    got.push(incoming.method, incoming.url, incoming.headers['webhook-id'], incoming.headers['content-length']);
    outgoing.writeHead(status).end();
  });
  await post(url);
  expect(got).toEqual(['POST', '/hook?key=secret', 'msg_1', '2']);
});

it('a message reaches what a name leads to', async () => {
  const url = await receive((_, outgoing) => outgoing.writeHead(204).end());
  await post(url.replace('127.0.0.1', 'localhost'));
});

it('what is sent by https goes to nobody whose certificate nobody vouches for', async () => {
  const { certificate: cert, key } = createAuthority('Another authority').issue('127.0.0.1');
  const requests: unknown[] = [];
  const server = createTlsServer({ cert, key }, ({ url }) => void requests.push(url));
  servers.push(server);
  const url = `https://127.0.0.1:${await listenOnLoopback(server)}/`;
  for (const allowsHttp of [true, false]) {
    await expect(post(url, { allowsHttp })).rejects.toThrow('UNABLE_TO_VERIFY_LEAF_SIGNATURE');
  }
  expect(requests).toEqual([]);
});

it.each([
  [
    'a redirect',
    (_, outgoing) => outgoing.writeHead(307, { Location: 'http://127.0.0.1:1/' }).end(),
    'it answered 307',
  ],
  ['a refusal', (_, outgoing) => outgoing.writeHead(500).end('secret'), 'it answered 500'],
  ['another protocol', ({ socket }) => socket.write(switching), 'it answered 101'],
  ['no HTTP', ({ socket }) => socket.end('nonsense\r\n\r\n'), 'HPE_INVALID_CONSTANT'],
  ['a broken connection', ({ socket }) => socket.resetAndDestroy(), 'ECONNRESET'],
] satisfies [string, RequestListener, string][])('it is not taken with %s', async (_title, listener, reason) => {
  await expect(post(await receive(listener))).rejects.toThrow(reason);
});

it('it is not taken by one that does not answer in time', async () => {
  const url = await receive(() => {});
  await expect(post(url, { timeoutMs: 100 })).rejects.toThrow('it took too long');
});

it('an answer without an end is not read', async () => {
  const gone = Promise.withResolvers<void>();
  const url = await receive((_, outgoing) => {
    outgoing.writeHead(200);
    outgoing.once('close', gone.resolve);
    const fill = () => void (outgoing.destroyed || outgoing.write(Buffer.alloc(65_536), fill));
    fill();
  });
  await post(url, { timeoutMs: 3_600_000 });
  await gone.promise;
});

it('a connection that is to speak another protocol is closed', async () => {
  const gone = Promise.withResolvers<void>();
  const url = await receive(({ socket }) => {
    socket.once('close', gone.resolve);
    socket.write(switching);
  });
  await expect(post(url, { timeoutMs: 3_600_000 })).rejects.toThrow('it answered 101');
  await gone.promise;
});

it.each([
  ['http://127.0.0.1:1/'],
  ['http://0x7f.1:1/'],
  ['http://2130706433:1/'],
  ['http://[::1]:1/'],
  ['http://[::ffff:127.0.0.1]:1/'],
  ['http://localhost:1/'],
  ['http://169.254.169.254/latest/meta-data/'],
])('nothing is sent to %s', async (url) => {
  await expect(post(url, { allowsPrivate: false })).rejects.toThrow('the address is private');
});

it.each([[['8.8.8.8', '127.0.0.1']], [['127.0.0.1', '8.8.8.8']]])(
  'nothing is sent to a name that leads to %j: one that is private is enough',
  async (addresses) => {
    const found = addresses.map((address) => ({ address, family: 4 }));
    const lookup = answerLookups((told) => told(null, found));
    await expect(post('http://shop.example/', { allowsPrivate: false })).rejects.toThrow('the address is private');
    expect(lookup).toHaveBeenCalledOnce();
  },
);

it('a message is sent to a name that leads to public addresses alone', async () => {
  const { port } = new URL(await receive((_, outgoing) => outgoing.writeHead(204).end()));
  const found = ['8.8.8.8', '8.8.4.4'].map((address) => ({ address, family: 4 }));
  answerLookups((told) => told(null, found));
  const checked: unknown[] = [];
  // Nothing leaves this machine.
  const connecting = vi.spyOn(Agent.prototype, 'createConnection').mockImplementation((options) => {
    const { host = '', lookup } = options as TcpNetConnectOpts;
    lookup?.(host, { all: true }, (error, addresses) => checked.push(error ?? addresses));
    lookup?.(host, {}, (error, address) => checked.push(error ?? address));
    return connect(Number(port), '127.0.0.1');
  });
  onTestFinished(() => connecting.mockRestore());
  await post('http://shop.example/', { allowsPrivate: false });
  expect(checked).toEqual([found, '8.8.8.8']);
});

it.each([[true], [false]])(
  'it is not taken where a name leads nowhere; private addresses allowed: %s',
  async (allowsPrivate) => {
    answerLookups((told) => told(Object.assign(new Error('Not found.'), { code: 'ENOTFOUND' })));
    await expect(post('http://shop.example/', { allowsPrivate })).rejects.toThrow('ENOTFOUND');
  },
);

function answerLookups(answer: (told: Told) => void) {
  const lookup = vi
    .spyOn(dns, 'lookup')
    .mockImplementation(((_name: string, _options: object, told: Told) => answer(told)) as never);
  syncBuiltinESMExports();
  onTestFinished(() => {
    lookup.mockRestore();
    syncBuiltinESMExports();
  });
  return lookup;
}

type Told = (error: Error | null, addresses?: readonly { readonly address: string; readonly family: number }[]) => void;

it.each([
  ['http://shop.example/', false],
  ['ftp://shop.example/', false],
  ['ftp://shop.example/', true],
  ['file:///etc/passwd', false],
])('nothing is sent by %s; without encryption allowed: %s', async (url, allowsHttp) => {
  await expect(post(url, { allowsHttp })).rejects.toThrow('the address is not https');
});
