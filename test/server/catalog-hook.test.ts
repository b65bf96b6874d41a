import { expect, it } from 'vitest';
import { DomainError } from '../../src/domain/errors.ts';
import type { HttpRequest } from '../../src/http/http-exchange.ts';
import { HttpProblem } from '../../src/http/http-problem.ts';
import { type CatalogHookOptions, createCatalogHook } from '../../src/server/catalog-hook.ts';

const body = Buffer.from('{"type":"catalog.released"}');

/** What a message is answered with, and what was done then. */
async function send(changes: Partial<CatalogHookOptions> = {}) {
  const done: unknown[] = [];
  const hook = createCatalogHook({
    isFromPlatform: async (request) => request.body === body,
    requestSync: async () => void done.push('sync'),
    reportOutage: (cause, requestId) => void done.push([cause, requestId]),
    ...changes,
  });
  const request: Partial<HttpRequest> = {
    id: 'request',
    headers: new Headers(),
    async readBody(maxBytes) {
      done.push(maxBytes);
      return body;
    },
  };
  const answer = await hook(request as HttpRequest).catch((error: unknown) => error);
  return { answer, done };
}

it('the platform is answered when it has been noted that there is something new', async () => {
  const { answer, done } = await send();
  expect(answer).toMatchObject({ status: 204, body: null });
  expect(done).toEqual([100_000, 'sync']);
});

it('of anybody else no more than 100,000 bytes are read, and nothing is looked up', async () => {
  const { answer, done } = await send({ isFromPlatform: async () => false });
  expect(answer).toBeInstanceOf(HttpProblem);
  expect(answer).toMatchObject({ status: 401, headers: { 'WWW-Authenticate': 'Secret' } });
  expect(done).toEqual([100_000]);
});

it('an outage is told to both sides, and a bug stays one', async () => {
  const away = new DomainError('UNAVAILABLE', 'The database can not be reached.');
  const { answer, done } = await send({ requestSync: () => Promise.reject(away) });
  expect(answer).toMatchObject({ status: 503, message: away.message, headers: { 'Retry-After': '1' } });
  expect(done).toEqual([100_000, [away, 'request']]);
  const bug = new Error('a bug');
  expect(await send({ isFromPlatform: () => Promise.reject(bug) })).toEqual({ answer: bug, done: [100_000] });
});
