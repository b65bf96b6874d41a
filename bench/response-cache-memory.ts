/**
 * Whether `ANSWER_CACHE_MB` is kept: 40,000 small responses that are cached, each followed by a request with a body of 30 KB,
 * whose memory must not stay with them. `node bench/response-cache-memory.ts [how many]` prints the resident memory of the
 * gateway before, on the way, and at the end; with `ANSWER_CACHE_MB=0` beside it, for what the requests alone take.
 */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startProgram } from '../test/support/program.ts';

const count = Number(process.argv[2] ?? 40_000);
const connections = 8;
const padding = 'x'.repeat(30_000);

process.stdout.write('| ANSWER_CACHE_MB | MB at the start | MB after 1,000 | MB at the end |\n|---|---|---|---|\n');
for (const megabytes of ['0', '64']) {
  const folder = await mkdtemp(join(tmpdir(), 'gateway-bench-'));
  const gateway = await startProgram({
    DATA_DIR: folder,
    ANSWER_CACHE_MB: megabytes,
    RATE_LIMIT_PER_ADDRESS: '0',
    LOG_LEVEL: 'warn',
  });
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const residentMegabytes = async () => {
    const status = await readFile(`/proc/${gateway.pid}/status`, 'utf8');
    return Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1000);
  };
  const figures = [await residentMegabytes()];
  for (const [from, to] of [
    [0, 1000],
    [1000, count],
  ] as const) {
    let next = from;
    const send = async () => {
      while (next < to) {
        next += 1;
        await post(`${gateway.url}/graphql`, { query: `{ __typename } # ${next}` }, agent);
        await post(`${gateway.url}/graphql`, { query: '{ limits { cost } }', variables: { padding, next } }, agent);
      }
    };
    await Promise.all(Array.from({ length: connections }, send));
    figures.push(await residentMegabytes());
  }
  process.stdout.write(`| ${megabytes} | ${figures.join(' | ')} |\n`);
  agent.destroy();
  await gateway.stop();
  await rm(folder, { recursive: true });
}

function post(url: string, body: object, agent: Agent): Promise<void> {
  return new Promise((resolve, reject) => {
    const headers = { 'Content-Type': 'application/json', Accept: 'application/json' };
    const sent = request(url, { agent, method: 'POST', headers }, (response) => {
      if (response.statusCode !== 200) reject(new Error(`${url} answered ${response.statusCode}.`));
      response.resume();
      response.on('end', resolve);
    });
    sent.on('error', reject);
    sent.end(JSON.stringify(body));
  });
}
