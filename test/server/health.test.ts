import { expect, it } from 'vitest';
import type { HttpRequest } from '../../src/http/http-exchange.ts';
import { createHealth } from '../../src/server/health.ts';

const health = createHealth({ isReady: async () => false, describeState: async () => ({ age: 3 }) });
const ask = (method: string, path: string) => health({ method, path } as HttpRequest);
const headers = { 'content-type': 'application/json' };

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
])('leaves anything else to others: %s %s', async (method, path) => {
  expect(await ask(method, path)).toBeNull();
});
