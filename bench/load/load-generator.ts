/** The load generator, a process of its own: `node load-generator.ts <file with a LoadJob>` prints a LoadResult. */
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { type BodyCheck, expectBytes, expectDigest, expectEither, expectText } from './body-check.ts';
import { type Connection, openConnection } from './connection.ts';
import type { Answered, Expected, LoadJob, LoadResult, Phase } from './load-job.ts';
import { percentilesOf } from './percentiles.ts';
import { figuresOf } from './process-figures.ts';

const job = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8')) as LoadJob;
const requests = job.requests.map(({ body, headers, expected }) => ({
  next: toRequestMaker(body, headers),
  check: toCheckMaker(expected),
}));
const connections = await Promise.all(Array.from({ length: job.connections }, () => openConnection(job.port)));

await run(job.warmUp, null);
const before = { server: figuresOf(job.pid), own: process.cpuUsage() };
const times: number[] = [];
const timeline: Answered[] = [];
const startedAt = performance.now();
await run(job.measured, (ms, place) => {
  times.push(ms);
  if (job.withTimeline) timeline.push({ place, endedAt: Date.now(), ms });
});
const tookMs = performance.now() - startedAt;
const after = figuresOf(job.pid);
const own = process.cpuUsage(before.own);
for (const connection of connections) connection.close();
const result: LoadResult = {
  answered: times.length,
  perSecond: times.length / (tookMs / 1000),
  ...percentilesOf(times),
  cpuMs: after.cpuMs - before.server.cpuMs,
  residentBytes: after.residentBytes,
  generatorShare: (own.user + own.system) / 1000 / tookMs,
  timeline,
};
process.stdout.write(JSON.stringify(result));

/** All connections take the next request of the sequence, until the time is over or, without one, the sequence. */
async function run({ sequence, ms }: Phase, note: ((ms: number, place: number) => void) | null): Promise<void> {
  if (sequence.length === 0) return;
  const end = performance.now() + (ms ?? Number.POSITIVE_INFINITY);
  let next = 0;
  await Promise.all(
    connections.map(async (connection: Connection) => {
      // A body is compared as it arrives, so each connection has a place of its own in it.
      const checks = new Map<number, BodyCheck>();
      for (let from = performance.now(); from < end && (ms !== null || next < sequence.length); ) {
        const place = sequence[next++ % sequence.length] ?? 0;
        const request = requests[place];
        if (!request) throw new Error(`There is no request ${place}.`);
        const check = checks.get(place) ?? request.check();
        checks.set(place, check);
        await connection.ask(request.next(), check);
        const now = performance.now();
        note?.(now - from, place);
        from = now;
      }
    }),
  );
}

function toBytes(body: string, headers: Readonly<Record<string, string>> = {}): Buffer {
  const lines = Object.entries({
    Host: `127.0.0.1:${job.port}`,
    Accept: 'application/json',
    ...(job.method !== 'GET' && { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) }),
    ...job.headers,
    ...headers,
  }).map(([name, value]) => `${name}: ${value}\r\n`);
  if (job.method === 'GET') return Buffer.from(`GET ${job.path} HTTP/1.1\r\n${lines.join('')}\r\n`);
  return Buffer.from(`POST ${job.path} HTTP/1.1\r\n${lines.join('')}\r\n${body}`);
}

/** The same bytes each time, but for the key in them. */
function toRequestMaker(body: string, headers: Readonly<Record<string, string>> = {}): () => Buffer {
  if (!job.withKeys) {
    const bytes = toBytes(body, headers);
    return () => bytes;
  }
  const place = randomUUID();
  const bytes = toBytes(body, { ...headers, 'Idempotency-Key': place });
  const at = bytes.indexOf(place);
  return () => {
    const request = Buffer.from(bytes);
    request.write(randomUUID(), at, 'latin1');
    return request;
  };
}

/** The expected bytes are there once, however many connections compare with them. */
function toCheckMaker(expected: Expected): () => BodyCheck {
  if (expected.kind === 'either') {
    const all = expected.texts.map((text) => Buffer.from(text));
    return () => expectEither(all.map((one) => expectBytes(one, true)));
  }
  const { kind, text } = expected;
  if (kind === 'text') return () => expectText(text);
  if (kind === 'digest') return () => expectDigest(text);
  const bytes = Buffer.from(text);
  return () => expectBytes(bytes, kind === 'whole');
}
