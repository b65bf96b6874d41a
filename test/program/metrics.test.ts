/** What an operator's Prometheus reads of the started program. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { demoFolder } from '../support/gateway-process.ts';
import { logOf, startProgram } from '../support/program.ts';
import { type ReadMetrics, readMetrics } from '../support/read-metrics.ts';

async function start(environment: Readonly<Record<string, string>>) {
  const program = await startProgram({
    ...{ METRICS_PORT: '0', LOG_LEVEL: 'info', DATA_DIR: await demoFolder() },
    ...environment,
  });
  onTestFinished(async () => void (await program.stop('SIGKILL')));
  const { host, port } = logOf(program).find(({ msg }) => msg === 'metrics are served') ?? {};
  const read = async (): Promise<ReadMetrics> =>
    readMetrics(await (await fetch(`http://${host}:${port}/metrics`)).text());
  return { program, host, read };
}

async function manifestWith(text: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'manifest-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await writeFile(join(folder, 'manifest.json'), JSON.stringify({ 'the-page': text }));
  return folder;
}

describe('the metrics of the program', { timeout: 120_000 }, () => {
  it('name requests, statements and memory, on loopback, and no value that a client sent', async () => {
    const named = 'query Registered { products(first: 1) { totalCount } }';
    const { program, host, read } = await start({ TRUSTED_DOCUMENTS: await manifestWith(named) });
    expect(host).toBe('127.0.0.1');
    await program.ask(named);
    await program.ask(named);
    await program.ask('query Canary { products(first: 1) { totalCount } }');
    await program.ask('query Canary { product(id: "canary") { id } }');
    await fetch(`${program.url}/pcm/catalog/products?canary=1`);
    const { sum, samples } = await read();
    expect(sum('gateway_requests_total', { operation: 'Registered', code: 'OK' })).toBe(2);
    expect(sum('gateway_requests_total', { face: 'graphql', operation: 'other' })).toBe(2);
    expect(sum('gateway_requests_total', { face: 'rest' })).toBe(1);
    expect(sum('gateway_response_cache_lookups_total', { result: 'hit' })).toBe(1);
    expect(sum('gateway_request_statements_count')).toBe(3);
    expect(sum('gateway_request_statements_sum')).toBeGreaterThan(0);
    expect(sum('gateway_response_cache_entries')).toBeGreaterThan(0);
    expect(samples.length).toBeLessThan(200);
    expect(JSON.stringify(samples)).not.toMatch(/canary/i);
  });

  it('are the sum of all workers, and count on when one has died', async () => {
    const { program, read } = await start({ WORKERS: '2' });
    while ((await read()).sum('gateway_processes') < 2) await program.ask('{ __typename }');
    const requests = { face: 'graphql', status: '200' };
    const before = (await read()).sum('gateway_requests_total', requests);
    for (let count = 0; count < 6; count += 1) await program.ask('{ __typename }');
    expect((await read()).sum('gateway_requests_total', requests)).toBe(before + 6);
    const lines = program.output().match(/"pid":\d+/g) ?? [];
    const workers = [...new Set(lines.map((line) => Number(line.slice(6))))].filter((pid) => pid !== program.pid);
    process.kill(workers[0] ?? 0, 'SIGKILL');
    while (!logOf(program).some(({ msg }) => msg.startsWith('a worker died'))) await read();
    expect((await read()).sum('gateway_requests_total', requests)).toBeGreaterThanOrEqual(before + 6);
  });
});
