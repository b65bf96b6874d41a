/**
 * The page of 100 child products over HTTP: the REST face from its cache and without it, the GraphQL face, and a bare node:http server that
 * sends the REST page's bytes, in turns within one run. `npm run bench:rest`. Prints a Markdown table of medians.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { demoIds } from '../src/demo/demo-ids.ts';
import { startProgram } from '../test/support/program.ts';
import type { LoadResult } from './load/load-job.ts';
import { measure } from './load/measure.ts';
import { median } from './load/percentiles.ts';
import { pinning } from './load/pinning.ts';
import { startGateway } from './servers/gateway.ts';
import { type ServerProcess, startServer } from './servers/server-process.ts';

const connections = 16;
const rounds = 7;
const roundMs = 3000;
const parent = demoIds.products.manyChildrenParent;
const fields = 'name sku slug status tags prices { money { currency amount } includesTax } updatedAt';
const query = `{ childProducts(productId: "${parent}", first: 100) { totalCount nodes { id ${fields} } } }`;
const restPath = `/v2/pcm/catalog/products/${parent}/relationships/children?page[limit]=100`;
const graphqlPath = `/graphql?query=${encodeURIComponent(query)}`;

const folder = await mkdtemp(join(tmpdir(), 'gateway-bench-'));
const store = { DATA_DIR: folder, NODE_ENV: 'development' };
await (await startProgram({ DATA_DIR: folder })).stop();
const [cached, uncached] = [await startGateway(store), await startGateway({ ...store, ANSWER_CACHE_MB: '0' })];
const [restPage, graphqlPage] = [await read(cached, restPath), await read(cached, graphqlPath)];
const bare = await startBare(restPage);

const measured = [
  { name: 'bare node:http, the same bytes', server: bare, path: restPath, page: restPage },
  { name: 'REST page of 100, cached', server: cached, path: restPath, page: restPage },
  { name: 'REST page of 100, uncached', server: uncached, path: restPath, page: restPage },
  { name: 'GraphQL page of 100, 10 fields, cached', server: cached, path: graphqlPath, page: graphqlPage },
  { name: 'GraphQL page of 100, 10 fields, uncached', server: uncached, path: graphqlPath, page: graphqlPage },
] as const;
const results = new Map(measured.map(({ name }) => [name, [] as LoadResult[]]));
for (let round = 0; round < rounds; round += 1) {
  for (const { name, server, path, page } of measured) {
    const result = await measure(
      {
        ...{ port: server.port, pid: server.pid, path, method: 'GET', headers: {}, connections, withTimeline: false },
        requests: [{ body: '', expected: { kind: 'whole', text: page } }],
        warmUp: { sequence: [0], ms: roundMs / 2 },
        measured: { sequence: [0], ms: roundMs },
      },
      folder,
    );
    results.get(name)?.push(result);
  }
}

const bareRates = (results.get(measured[0].name) ?? []).map(({ perSecond }) => perSecond);
process.stdout.write(
  `REST page: ${restPage.length} bytes, ${connections} connections, ${rounds} rounds of ${roundMs} ms; ${pinning}.\n\n`,
);
process.stdout.write('| what | requests/s | of the bare server | CPU ms |\n|---|---|---|---|\n');
for (const [name, found] of results) {
  const [rate, share, cpuMs] = [
    median(found.map(({ perSecond }) => perSecond)),
    median(found.map(({ perSecond }, round) => perSecond / (bareRates[round] as number))),
    median(found.map((one) => one.cpuMs / one.answered)),
  ];
  process.stdout.write(`| ${name} | ${Math.round(rate)} | ${share.toFixed(2)} | ${cpuMs.toFixed(2)} |\n`);
}
for (const server of [bare, cached, uncached]) await server.stop();
await rm(folder, { recursive: true });

async function read({ port }: ServerProcess, path: string): Promise<string> {
  const response = await fetch(`http://127.0.0.1:${port}${path}`);
  if (response.status !== 200) throw new Error(`${path} was answered with ${response.status}.`);
  return response.text();
}

async function startBare(page: string): Promise<ServerProcess> {
  const file = join(folder, 'answers.json');
  await writeFile(file, JSON.stringify({ [restPath]: { '': page } }));
  const args = [join(import.meta.dirname, 'servers', 'bare.ts'), 'buffer', file];
  return startServer({ name: 'bare', args: () => args });
}
