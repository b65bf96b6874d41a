/**
 * What the most costly queries that are accepted take: the default of the limit `cost` comes from here. Each candidate fills a
 * shape of query up to the limit, on the demo store in SQLite, in a process of its own, so that memory is its own.
 * `npm run bench:cost -- [limit]` measures all of them.
 */
import { spawnSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createApp } from '../src/app.ts';
import { readConfig } from '../src/config.ts';
import { demoIds } from '../src/demo/demo-ids.ts';
import { loadDemo } from '../src/demo/load-demo.ts';
import { defaultLimits } from '../src/http/limits.ts';
import { createLogger } from '../src/server/logger.ts';
import { candidates } from '../test/support/costly-queries.ts';
import { fetchFrom } from '../test/support/fetch-from.ts';

const [limit = String(defaultLimits.cost), only, folder = ''] = process.argv.slice(2);

if (only === undefined) {
  const DATA_DIR = await mkdtemp(join(tmpdir(), 'gateway-bench-'));
  const app = await createApp(readConfig({ DATA_DIR, LOG_LEVEL: 'silent' }), createLogger('silent'));
  await loadDemo(app.stores.stores, new Date());
  await app.stores.close();
  const rows = Object.keys(candidates).map((name) => {
    const { stdout, stderr } = spawnSync(process.execPath, [import.meta.filename, limit, name, DATA_DIR], {
      encoding: 'utf8',
    });
    if (!stdout) throw new Error(stderr);
    return JSON.parse(stdout);
  });
  await rm(DATA_DIR, { recursive: true });
  process.stdout.write(`| query | cost | ms | MB more | answer, kB |\n|---|---|---|---|---|\n`);
  for (const { name, cost, ms, megabytes, kilobytes } of rows) {
    process.stdout.write(`| ${name} | ${cost} | ${ms} | ${megabytes} | ${kilobytes} |\n`);
  }
} else {
  process.stdout.write(JSON.stringify(await measure(only)));
}

/** The largest query of the shape that is accepted, the first request of the process. */
async function measure(name: string): Promise<object> {
  const config = readConfig({ DATA_DIR: folder, LOG_LEVEL: 'silent', MAX_COST: limit });
  const app = await createApp(config, createLogger('silent'));
  const ask: Ask = async (query, signal) => {
    const headers = { 'Content-Type': 'application/json' };
    const body = JSON.stringify({ query });
    const response = await fetchFrom(app.http)('http://127.0.0.1/graphql', {
      method: 'POST',
      headers,
      body,
      ...(signal && { signal }),
    });
    return response.text();
  };
  await ask(`{ product(id: "${demoIds.products.standard}") { name } }`);
  const create = candidates[name];
  if (!create) throw new Error(`There is no candidate '${name}'.`);
  let [accepted, refused] = [0, 200];
  while (refused - accepted > 1) {
    const size = Math.ceil((accepted + refused) / 2);
    if (await isAccepted(ask, create(size))) accepted = size;
    else refused = size;
  }
  const before = process.resourceUsage().maxRSS;
  const start = performance.now();
  const text = await ask(create(accepted));
  const ms = Math.round(performance.now() - start);
  const megabytes = Math.round((process.resourceUsage().maxRSS - before) / 1024);
  const { extensions, data } = JSON.parse(text);
  if (!data) throw new Error(text.slice(0, 500));
  await app.stores.close();
  return {
    name: `${name} × ${accepted}`,
    cost: extensions.cost.requested,
    ms,
    megabytes,
    kilobytes: text.length >> 10,
  };
}

/** Nothing is executed: an operation that is refused has no data, and one that is not has lost its client. */
async function isAccepted(ask: Ask, query: string): Promise<boolean> {
  const { errors } = JSON.parse(await ask(query, AbortSignal.abort()));
  return errors[0].extensions.code !== 'LIMIT_EXCEEDED';
}

type Ask = (query: string, signal?: AbortSignal) => Promise<string>;
