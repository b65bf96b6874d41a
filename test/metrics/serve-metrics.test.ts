import { afterEach, expect, it } from 'vitest';
import { type MetricsServer, serveMetrics } from '../../src/metrics/serve-metrics.ts';

const running: MetricsServer[] = [];
afterEach(() => {
  for (const server of running.splice(0)) server.close();
});

async function start(read: () => Promise<string>, port = 0) {
  const failures: unknown[] = [];
  const server = await serveMetrics({ host: '127.0.0.1', port, read, onFailed: (error) => failures.push(error) });
  running.push(server);
  return { ...server, failures };
}

it.each([
  ['GET', '/metrics', 200, 'a 1\n'],
  ['GET', '/metrics?name=x', 200, 'a 1\n'],
  ['HEAD', '/metrics', 200, ''],
  ['POST', '/metrics', 405, 'It is read by GET.\n'],
  ['GET', '/', 404, 'There is nothing here but /metrics.\n'],
  ['GET', '/graphql', 404, 'There is nothing here but /metrics.\n'],
])('answers %s %s by %i', async (method, path, status, text) => {
  const contentType = status === 200 ? 'text/plain; version=0.0.4; charset=utf-8' : 'text/plain; charset=utf-8';
  const { port } = await start(async () => 'a 1\n');
  const response = await fetch(`http://127.0.0.1:${port}${path}`, { method });
  expect([response.status, response.headers.get('content-type')]).toEqual([status, contentType]);
  expect(await response.text()).toBe(text);
});

it('says that metrics can not be read, and why to the log alone', async () => {
  const { port, failures } = await start(async () => {
    throw new Error('a secret');
  });
  const response = await fetch(`http://127.0.0.1:${port}/metrics`);
  expect([response.status, await response.text()]).toEqual([500, 'The metrics can not be read.\n']);
  expect(failures).toEqual([new Error('a secret')]);
});

it('refuses a port that is taken by a sentence', async () => {
  const { port } = await start(async () => '');
  await expect(start(async () => '', port)).rejects.toThrow(
    `METRICS_PORT ${port} of METRICS_HOST '127.0.0.1' can not be used (EADDRINUSE). Set another one.`,
  );
});
