/** Connections that are used otherwise than clients do: half, slow, unread, or for more than one request at once. */
import { readdirSync, readlinkSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { RequestAttack } from '../attack.ts';
import type { AttackedGateway } from '../attacked-gateway.ts';
import { times } from './graphql-attack.ts';

const unreadConnections = 300;
/** Twice `WRITE_TIMEOUT_MS` (docs/security.md), and what comes before. */
const unreadPatienceMs = 75_000;

export const connections: readonly RequestAttack[] = [
  ...['multipart/mixed', 'text/event-stream', 'multipart/mixed;q=1, application/json;q=0.5'].map(
    (accept): RequestAttack => ({
      row: 10,
      name: `Accept: ${accept}, and another request on the connection`,
      stores: ['demo'],
      expected: /^one framing header each, (200|406), 200$/,
      send: (gateway) => askTwice(gateway, accept),
    }),
  ),
  {
    row: 11,
    name: '300 connections that pipeline 400 requests each and read nothing',
    isFlood: true,
    stores: ['demo'],
    expected: /^all closed$/,
    async send({ port, program }) {
      const before = countSockets(program.pid);
      const request = 'GET /v2/openapi.json HTTP/1.1\r\nHost: a\r\n\r\n';
      const sockets = Array.from({ length: unreadConnections }, () => openUnread(port, request.repeat(400)));
      const deadline = performance.now() + unreadPatienceMs;
      await sleep(1000);
      // The probes' own connections come and go.
      while (countSockets(program.pid) > before + 3 && performance.now() < deadline) await sleep(200);
      const left = Math.max(0, countSockets(program.pid) - before - 3);
      for (const socket of sockets) socket.destroy();
      return left === 0 ? 'all closed' : `${left} still open after ${unreadPatienceMs / 1000} s`;
    },
  },
  ...[5, 20].map(
    (megabytes): RequestAttack => ({
      row: 19,
      name: `${megabytes} MB posted 20 times`,
      stores: ['demo'],
      expected: /^413 [A-Z_ a-z]+ ×20$/,
      async send({ fetch }) {
        const body = new Uint8Array(megabytes * 1_000_000).fill(120);
        const headers = { 'Content-Type': 'application/json' };
        const answers: string[] = [];
        for (let turn = 0; turn < 20; turn += 1) {
          const answer = fetch('/graphql', { method: 'POST', headers, body });
          answers.push(await answer.then(({ summary }) => summary, brokenBy));
        }
        return countEach(answers);
      },
    }),
  ),
  {
    row: 23,
    name: 'a body of 990,000 chunks of one byte',
    stores: ['demo'],
    expected: /^nobody waited$/,
    async send({ port }) {
      const socket = openUnread(port, chunkedHead);
      // A request by then: what comes with its head is parsed with it.
      await sleep(500);
      socket.write('1\r\n \r\n'.repeat(990_000));
      await sleep(10_000);
      socket.destroy();
      return 'nobody waited';
    },
  },
  {
    row: 24,
    name: '600 bodies of 999,000 bytes without their ends',
    isFlood: true,
    stores: ['demo'],
    expected: /^refused, but for the last$/,
    async send({ port }) {
      const head =
        'POST /graphql HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 999999\r\n\r\n';
      const refusals = new Set<Socket>();
      const sockets = Array.from({ length: 600 }, () => {
        const socket = connect(port, '127.0.0.1', () => socket.write(head + ' '.repeat(999_000)));
        socket.on('error', () => {});
        return socket.on('data', (data) => void (/^HTTP\/1.1 503 /.test(data.toString()) && refusals.add(socket)));
      });
      await sleep(6000);
      for (const socket of sockets) socket.destroy();
      // 32 of them have room.
      return refusals.size >= 550 && refusals.size <= 575 ? 'refused, but for the last' : `${refusals.size} refused`;
    },
  },
  {
    row: 26,
    name: '30 bodies of 330,000 empty objects whose ends come together',
    isFlood: true,
    stores: ['demo'],
    expected: /^(200|503) ×\d+(, (200|503) ×\d+)?$/,
    async send({ port }) {
      const sockets = Array.from({ length: 30 }, (_, client) => {
        const query = `{ products(first: 1, search: \\"${client}\\") { totalCount } }`;
        const body = `{"query":"${query}","extensions":{"x":[${'{},'.repeat(330_000)}{}]}}`;
        const socket = openUnread(port, `${jsonHead}Content-Length: ${body.length}\r\n\r\n${body.slice(0, -1)}`);
        return { socket, answered: readStatus(socket) };
      });
      await sleep(1000);
      for (const { socket } of sockets) socket.write('}');
      const statuses = await Promise.all(sockets.map(({ answered }) => answered));
      for (const { socket } of sockets) socket.destroy();
      return countEach(statuses);
    },
  },
  {
    row: 27,
    name: '60 subscriptions with 990,000 bytes of empty objects beside them',
    isFlood: true,
    stores: ['demo'],
    expected: /^429 ×60$/,
    async send({ port }) {
      const extensions = `{"x":[${'{},'.repeat(330_000)}{}]}`;
      const body = `{"query":"subscription { catalogReleased { release { id } } }","extensions":${extensions}}`;
      const request = `${jsonHead}Accept: text/event-stream\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
      const statuses: string[] = [];
      const sockets: Socket[] = [];
      for (let client = 0; client < 60; client += 1) {
        const socket = openUnread(port, request);
        sockets.push(socket);
        statuses.push(await readStatus(socket));
      }
      for (const socket of sockets) socket.destroy();
      return countEach(statuses);
    },
  },
  {
    row: 30,
    name: '6,000 halves of bodies whose clients go before their turn, and 300 of logins that stay',
    isFlood: true,
    stores: ['demo'],
    // A flood from one address: how many it may send is not what this is about.
    settings: { RATE_LIMIT_PER_ADDRESS: '0' },
    expected: /^200$/,
    /** The same work: what V8 and the caches take for it is not what these bodies take. */
    async prepare(gateway) {
      for (let round = 0; round < 10; round += 1)
        await leaveBeforeTheirTurn(gateway, { clients: 0, round: -1 - round });
      await calmDown(gateway);
    },
    async send(gateway) {
      for (let round = 0; round < 20; round += 1) await leaveBeforeTheirTurn(gateway, { clients: 300, round });
      await calmDown(gateway);
      const staying = await Promise.all(Array.from({ length: 300 }, () => connected(gateway.port)));
      for (const socket of staying) socket.write(halfLogin);
      await sleep(500);
      // Whoever comes with a token waits where all places in the budget of faulty logins are taken.
      const headers = { Authorization: `Bearer ${gateway.tokens.client_credentials}` };
      const asked = gateway.post({ query: '{ limits { cost } }' }, headers).then(({ summary }) => summary, brokenBy);
      const answer = await Promise.race([asked, sleep(5000, 'not answered')]);
      for (const socket of staying) socket.destroy();
      return answer;
    },
  },
  {
    row: 41,
    name: '2,900 subscriptions, each of which comes together with 50 requests of 18 bytes',
    isFlood: true,
    stores: ['demo'],
    // What must not be held would not fit into the heap. How many may come from one address is not what this is about.
    settings: {
      NODE_OPTIONS: '--max-old-space-size=256',
      MAX_LIVE_CONNECTIONS: '3000',
      MAX_LIVE_CONNECTIONS_PER_CLIENT: '3000',
      RATE_LIMIT_PER_ADDRESS: '0',
      QUEUE_TIMEOUT_MS: '0',
    },
    expected: /^200$/,
    async send({ port, post }) {
      const sockets: Socket[] = [];
      for (let client = 0; client < 2900; client += 1) {
        sockets.push(openUnread(port, `${subscribe}${'GET / HTTP/1.1\r\n\r\n'.repeat(50)}`));
        if (client % 20 === 0) await sleep(50);
      }
      await sleep(2000);
      const answer = await post({ query: '{ limits { cost } }' }).then(({ summary }) => summary, brokenBy);
      for (const socket of sockets) socket.destroy();
      return answer;
    },
  },
  ...rawAttack('half a request', halfRequest, 2000),
  ...rawAttack('slow headers', `GET / HTTP/1.1\r\nX: ${'a'.repeat(60_000)}`, 3000),
  ...rawAttack(
    'answers that nobody reads',
    'GET /graphql?query={products(first:100){nodes{description}}} HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(20),
    500,
  ),
  ...rawAttack('control characters', 'GET /\u001b[2J\r\nevil: 1 HTTP/1.1\r\nHost: a\r\n\r\n', 100),
  ...rawAttack('2,000 headers', `GET / HTTP/1.1\r\nHost: a\r\n${times(2000, (i) => `x${i}: 1\r\n`)}\r\n`, 500),
];

const subscribe =
  'GET /graphql?query=subscription{catalogReleased{release{id}}} HTTP/1.1\r\nHost: a\r\nAccept: text/event-stream\r\n\r\n';
const jsonHead = 'POST /graphql HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n';
const halfBody = `${jsonHead}Content-Length: 120000\r\n\r\n${' '.repeat(60_000)}`;
const halfLogin =
  'POST /oauth/access_token HTTP/1.1\r\nHost: a\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: 100\r\n\r\ngrant_type=implicit';
const chunkedHead = `${jsonHead}Transfer-Encoding: chunked\r\n\r\n`;

function halfRequest(): string {
  return 'POST /graphql HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 900000\r\n\r\n{';
}

interface Leaving {
  readonly clients: number;
  readonly round: number;
}

/** While requests that take their time are at work. Every tenth is a login, each of which has a place in a budget. */
async function leaveBeforeTheirTurn(gateway: AttackedGateway, { clients, round }: Leaving): Promise<void> {
  const { port } = gateway;
  const sockets = await Promise.all(Array.from({ length: clients }, () => connected(port)));
  const busy = Array.from({ length: 20 }, (_, client) =>
    gateway.post(slowRequest(`${round} ${client}`)).catch(brokenBy),
  );
  await sleep(5);
  sockets.forEach((socket, index) => void socket.write(index % 10 === 0 ? halfLogin : halfBody));
  // They are read meanwhile, and wait behind the others.
  await sleep(30);
  for (const socket of sockets) socket.resetAndDestroy();
  await Promise.all(busy);
}

/** Nothing is at work any more, and V8 has had reason to collect what is garbage. */
async function calmDown({ post }: AttackedGateway): Promise<void> {
  for (let turn = 0; turn < 40; turn += 1) {
    await post({ query: '{ limits { cost } }', variables: { unread: ' '.repeat(500_000) } });
    await sleep(50);
  }
}

function slowRequest(search: string) {
  const nodes = 'nodes { name description prices { money { formatted } } }';
  return {
    query: `{ ${times(8, (i) => `p${i}: products(first: 100, search: "${search} ${i}") { totalCount ${nodes} }`)} }`,
  };
}

function connected(port: number): Promise<Socket> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => resolve(socket));
    // Where all are at once, some are refused.
    socket.on('error', () => resolve(socket));
  });
}

/** Sends the bytes, and leaves after a while without reading. */
function rawAttack(name: string, bytes: string | (() => string), leaveAfterMs: number): RequestAttack[] {
  return [
    {
      row: null,
      name,
      stores: ['demo'],
      expected: /^nobody waited$/,
      async send({ port }) {
        const socket = openUnread(port, typeof bytes === 'string' ? bytes : bytes());
        await sleep(leaveAfterMs);
        socket.destroy();
        return 'nobody waited';
      },
    },
  ];
}

function openUnread(port: number, bytes: string): Socket {
  const socket = connect(port, '127.0.0.1');
  // That it is reset is what is hoped for.
  socket.on('error', () => socket.destroy());
  socket.pause();
  socket.write(bytes);
  return socket;
}

/** Of the first response; where there is none, that it was closed. */
function readStatus(socket: Socket): Promise<string> {
  return new Promise((resolve) => {
    socket.once('data', (data) => resolve(data.toString('latin1').slice(9, 12))).once('close', () => resolve('closed'));
    socket.resume();
  });
}

function countSockets(pid: number): number {
  return readdirSync(`/proc/${pid}/fd`).filter((fd) => isSocket(`/proc/${pid}/fd/${fd}`)).length;
}

function isSocket(path: string): boolean {
  try {
    return readlinkSync(path).startsWith('socket:');
  } catch (error) {
    // Closed since the folder was listed.
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
    throw error;
  }
}

/** An answer that is not cached, because it holds an error; then an ordinary one. */
async function askTwice({ port }: AttackedGateway, accept: string): Promise<string> {
  const ask = (query: string, accepted: string) =>
    `GET /graphql?query=${encodeURIComponent(query)} HTTP/1.1\r\nHost: a\r\nAccept: ${accepted}\r\n`;
  const first = `${ask('{ product(id: "none") { name } }', accept)}\r\n`;
  const second = `${ask('{ limits { cost } }', 'application/json')}Connection: close\r\n\r\n`;
  const text = await readAll(port, [first, second]);
  const heads = text.match(/HTTP\/1\.1 \d+.*?\r\n\r\n/gs) ?? [];
  const framings = heads.map((head) => head.match(/^(content-length|transfer-encoding):/gim)?.length ?? 0);
  const statuses = heads.map((head) => head.slice(9, 12));
  const framing = framings.every((count) => count === 1) ? 'one framing header each' : `framing headers: ${framings}`;
  return `${framing}, ${statuses.join(', ')}`;
}

/** The second request goes out when the first one is answered, on the same connection. */
async function readAll(port: number, [first, second]: readonly [string, string]): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  let text = '';
  socket.setEncoding('latin1').on('data', (chunk) => (text += chunk));
  // What did not come is told by what did.
  socket.on('error', () => socket.destroy());
  const closed = new Promise((resolve) => socket.once('close', resolve));
  socket.write(first);
  await sleep(500);
  socket.write(second);
  await Promise.race([closed, sleep(2000)]);
  socket.destroy();
  return text;
}

function brokenBy(error: Error): string {
  return `broken: ${(error.cause as NodeJS.ErrnoException | undefined)?.code ?? error.message}`;
}

function countEach(answers: readonly string[]): string {
  const counts = Map.groupBy(answers, (answer) => answer);
  return [...counts].map(([answer, those]) => `${answer} ×${those.length}`).join(', ');
}
