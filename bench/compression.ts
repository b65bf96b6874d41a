/** `node bench/compression.ts`: what levels of compression save of two responses, and what they take of the processor. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { getIntrospectionQuery } from 'graphql';
import { startProgram } from '../test/support/program.ts';

const page = `{ products(first: 100) { totalCount pageInfo { hasNextPage endCursor } edges { cursor node {
  id resourceId name sku slug tags price(currency: "EUR") { money { amount formatted } } parent { id name } } } } }`;
const rounds = 40;
const brotli = promisify(brotliCompress);
const gzipped = promisify(gzip);

const folder = await mkdtemp(join(tmpdir(), 'gateway-bench-'));
const gateway = await startProgram({ DATA_DIR: folder, LOG_LEVEL: 'warn' });
process.stdout.write('| response | encoding | bytes | ms of the processor |\n|---|---|---|---|\n');
for (const [title, query] of [
  ['100 products', page],
  ['introspection', getIntrospectionQuery()],
] as const) {
  const body = await ask(query);
  process.stdout.write(`| ${title} | as it is | ${body.length} | |\n`);
  for (const quality of [0, 1, 3, 4, 5, 7, 9]) {
    const params = { [constants.BROTLI_PARAM_QUALITY]: quality, [constants.BROTLI_PARAM_SIZE_HINT]: body.length };
    await measure(`br ${quality}`, title, () => brotli(body, { params }));
  }
  for (const level of [1, 5, 6, 9]) await measure(`gzip ${level}`, title, () => gzipped(body, { level }));
}
await gateway.stop();
await rm(folder, { recursive: true });

async function ask(query: string): Promise<Buffer> {
  const headers = { 'Content-Type': 'application/json', 'Accept-Encoding': 'identity' };
  const body = JSON.stringify({ query });
  const response = await fetch(`${gateway.url}/graphql`, { method: 'POST', headers, body });
  return Buffer.from(await response.arrayBuffer());
}

async function measure(name: string, title: string, compress: () => Promise<Buffer>): Promise<void> {
  const { length } = await compress();
  const before = process.cpuUsage();
  for (let round = 0; round < rounds; round += 1) await compress();
  const { user, system } = process.cpuUsage(before);
  process.stdout.write(`| ${title} | ${name} | ${length} | ${((user + system) / 1000 / rounds).toFixed(1)} |\n`);
}
