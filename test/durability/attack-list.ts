/**
 * The program with little memory, under everything that is sent to break it, at once and again and again: it must answer
 * all the while, and live. `npm run test:attacks`.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { candidates } from '../support/costly-queries.ts';
import { memoryOf, startProgram } from '../support/program.ts';

const seconds = Number(process.argv[2] ?? 60);
const megabyte = 1_000_000;
const times = (count: number, write: (index: number) => string) =>
  Array.from({ length: count }, (_, i) => write(i)).join(' ');
const random = () => Math.random().toString(36).slice(2);

const DATA_DIR = await mkdtemp(join(tmpdir(), 'gateway-attacks-'));
const program = await startProgram({
  DATA_DIR,
  NODE_OPTIONS: '--max-old-space-size=256',
  RATE_LIMIT_PER_ADDRESS: '0',
  RATE_LIMIT_PER_CLIENT: '0',
  RATE_LIMIT_FAILED_LOGINS: '0',
});
const { hostname, port } = new URL(program.url);

async function post(body: string | Uint8Array, headers: Record<string, string> = {}): Promise<number> {
  const response = await fetch(`${program.url}/graphql`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
    body: body as BodyInit,
  });
  await response.arrayBuffer();
  return response.status;
}
const query = (text: string) => post(JSON.stringify({ query: text }));

/** Sends the bytes, and leaves after a while without reading. */
function raw(bytes: string, afterMs: number): Promise<number> {
  return new Promise((resolve) => {
    const socket = connect(Number(port), hostname);
    socket.on('error', () => resolve(0));
    socket.write(bytes);
    setTimeout(() => {
      socket.destroy();
      resolve(0);
    }, afterMs);
  });
}

const attacks: Record<string, () => Promise<number>> = {
  'a new long comment each time': () => query(`{ __typename } # ${random()}${'x'.repeat(megabyte - 1000)}`),
  'a new long string each time': () => query(`{ product(id: "${random()}${'x'.repeat(megabyte - 1000)}") { id } }`),
  'a new document of 4,000 tokens each time': () => query(`{ limits { ${`cost ${random()} `.repeat(1900)} } }`),
  'a new good document of 4,000 tokens each time': () =>
    query(`query A${random()} { limits { ${'cost '.repeat(3900)} } }`),
  '5,000 levels': () => query(`{ product(id: "x") ${'{ parent '.repeat(5000)}{ id }${'}'.repeat(5000)} }`),
  'a list of 1,900 levels': () => query(`{ nodes(ids: ${'['.repeat(1900)}${']'.repeat(1900)}) { id } }`),
  '2^1000 fragments': () =>
    query(
      `{ ...F0 } ${times(300, (i) => `fragment F${i} on Query { ...F${i + 1} ...F${i + 1} }`)} fragment F300 on Query { limits { cost } }`,
    ),
  'a body of nothing but [': () => post('['.repeat(megabyte)),
  'variables of a million levels': () =>
    post(`{"query":"query($a: JSON) { __typename }","variables":{"a":${'['.repeat(490_000)}${']'.repeat(490_000)}}}`),
  '27,000 ids': () =>
    post(
      JSON.stringify({
        query: 'query($a: [ID!]!) { catalogNodes(ids: $a) { id } }',
        variables: { a: Array.from({ length: 25_000 }, () => crypto.randomUUID()) },
      }),
    ),
  'a body beyond the limit': () => post('x'.repeat(megabyte + 1)),
  'bytes that are no text': () => post(crypto.getRandomValues(new Uint8Array(60_000))),
  'a forged token': () =>
    post('{"query":"{__typename}"}', { Authorization: `Bearer ${random()}.${random()}.${random()}` }),
  'half a request': () =>
    raw('POST /graphql HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 900000\r\n\r\n{', 2000),
  'slow headers': () => raw(`GET / HTTP/1.1\r\nX: ${'a'.repeat(60_000)}`, 3000),
  'answers that nobody reads': () =>
    raw(`GET /graphql?query={products(first:100){nodes{description}}} HTTP/1.1\r\nHost: a\r\n\r\n`.repeat(20), 500),
  'control characters': () => raw('GET /\u001b[2J\r\nevil: 1 HTTP/1.1\r\nHost: a\r\n\r\n', 100),
  ...Object.fromEntries(
    Object.entries(candidates).map(([name, create]) => [
      `costly: ${name}`,
      () => query(create(5 + Math.floor(Math.random() * 60))),
    ]),
  ),
};

const counts = new Map<string, number>();
let worstMs = 0;
const end = performance.now() + seconds * 1000;
const attackers = Object.values(attacks).map(async (attack) => {
  while (performance.now() < end) {
    const status = await attack().catch(() => 'broken');
    counts.set(String(status), (counts.get(String(status)) ?? 0) + 1);
  }
});
const memories: number[] = [];
const customer = (async () => {
  while (performance.now() < end) {
    await sleep(250);
    const start = performance.now();
    const { status, data } = await program.ask('{ products(first: 1) { nodes { name } } }');
    worstMs = Math.max(worstMs, performance.now() - start);
    if (status !== 200 || !data?.products) throw new Error(`A good request was answered by ${status}.`);
    memories.push(await memoryOf(program.pid));
  }
})();
await Promise.all([...attackers, customer]);
const code = await program.stop();
await rm(DATA_DIR, { recursive: true });

const answers = [...counts].sort().map(([status, count]) => `${status}: ${count}`);
process.stdout.write(
  `${Object.keys(attacks).length} attacks at once, ${seconds} s. Answers by status: ${answers.join(', ')}.\n`,
);
process.stdout.write(
  `Resident memory at most ${Math.round(Math.max(...memories) / 1e6)} MB; slowest good request ${Math.round(worstMs)} ms; exit ${code}.\n`,
);
if (code !== 0 || program.output().includes('"level":50'))
  throw new Error(`A bug was met.\n${program.output().slice(-3000)}`);
