import { expect, it } from 'vitest';
import { createHealth, type HealthCheck, isHealthCheck } from '../../src/server/health.ts';

const health = createHealth({ isReady: async () => false, describeState: async () => ({ age: 3 }) });
const ask = (method: string, path: HealthCheck['path']) => health({ method, path });
// A cache before the gateway would otherwise go on saying it.
const headers = { 'content-type': 'application/json', 'cache-control': 'no-store' };

it('says whether requests should come, and what there is to say about it', async () => {
  expect(await ask('GET', '/health/ready')).toEqual({ status: 503, headers, body: '{"status":"not ready","age":3}' });
  expect(await ask('GET', '/health/live')).toEqual({ status: 200, headers, body: '{"status":"live"}' });
});

it('answers HEAD as GET, without the body', async () => {
  expect(await ask('HEAD', '/health/ready')).toEqual({ status: 503, headers, body: null });
});

it.each([
  ['GET', '/health/'],
  ['GET', '/health/live/'],
  ['POST', '/health/live'],
  ['OPTIONS', '/health/ready'],
])('is no health check: %s %s', (method, path) => {
  expect(isHealthCheck({ method, path })).toBe(false);
});
