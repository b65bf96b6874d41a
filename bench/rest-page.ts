/**
 * The page of 100 child products over HTTP: the REST face, the GraphQL face, and a bare node:http server that sends the REST
 * page's bytes, in turns within one run. `npm run bench:rest`. Prints a Markdown table of medians.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { demoIds } from '../src/demo/demo-ids.ts';
import { startProgram } from '../test/support/program.ts';

const connections = 16;
const rounds = 7;
const roundMs = 3000;
const parent = demoIds.products.manyChildrenParent;
const fields = 'name sku slug status tags prices { money { currency amount } includesTax } updatedAt';
const query = `{ childProducts(productId: "${parent}", first: 100) { totalCount nodes { id ${fields} } } }`;

const folder = await mkdtemp(join(tmpdir(), 'gateway-bench-'));
const gateway = await startProgram({ DATA_DIR: folder, RATE_LIMIT_PER_ADDRESS: '0', RATE_LIMIT_PER_CLIENT: '0' });
const restUrl = `${gateway.url}/v2/pcm/catalog/products/${parent}/relationships/children?page[limit]=100`;
const page = Buffer.from(await (await fetch(restUrl)).arrayBuffer());
const file = join(folder, 'page.json');
await writeFile(file, page);
const bare = spawn(process.execPath, [
  '--input-type=module',
  '--eval',
  `import { createServer } from 'node:http'; import { readFileSync } from 'node:fs'; const page = readFileSync(${JSON.stringify(file)});
   const server = createServer((_, response) => response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': page.length }).end(page));
   server.listen(0, '127.0.0.1', () => console.log(server.address().port));`,
]);
const [port] = (await once(bare.stdout, 'data')) as [Buffer];

const targets = {
  'bare node:http, the same bytes': `http://127.0.0.1:${Number(port)}/`,
  'REST page of 100': restUrl,
  'GraphQL page of 100, 10 fields': `${gateway.url}/graphql?query=${encodeURIComponent(query)}`,
};
const rates = new Map(Object.keys(targets).map((name) => [name, [] as number[]]));
for (let round = -1; round < rounds; round += 1) {
  for (const [name, url] of Object.entries(targets)) {
    const perSecond = await load(url);
    if (round >= 0) rates.get(name)?.push(perSecond);
  }
}
const medians = [...rates].map(
  ([name, found]) => [name, found.sort((a, b) => a - b)[Math.floor(rounds / 2)] ?? 0] as const,
);
const base = medians[0]?.[1] ?? 1;
process.stdout.write(
  `REST page: ${page.length} bytes, ${connections} connections, ${rounds} rounds of ${roundMs} ms\n\n`,
);
process.stdout.write('| what | requests/s | of the bare server |\n|---|---|---|\n');
for (const [name, rate] of medians)
  process.stdout.write(`| ${name} | ${Math.round(rate)} | ${(rate / base).toFixed(2)} |\n`);
bare.kill();
await gateway.stop();
await rm(folder, { recursive: true });

/** Requests a second over some connections that are kept; every answer is read, and must be 200. */
async function load(url: string): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const end = performance.now() + roundMs;
  let answered = 0;
  await Promise.all(
    Array.from({ length: connections }, async () => {
      while (performance.now() < end) {
        await get(url, agent);
        answered += 1;
      }
    }),
  );
  agent.destroy();
  return answered / (roundMs / 1000);
}

function get(url: string, agent: Agent): Promise<void> {
  return new Promise((resolve, reject) => {
    const asked = request(url, { agent }, (response) => {
      if (response.statusCode !== 200) reject(new Error(`${url} answered ${response.statusCode}.`));
      response.resume();
      response.on('end', resolve);
    });
    asked.on('error', reject);
    asked.end();
  });
}
