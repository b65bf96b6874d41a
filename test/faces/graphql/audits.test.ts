/** GraphQL over HTTP: all of graphql-http's server audits, and what they have not, through the whole HTTP shell. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { serverAudits } from 'graphql-http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type App, createApp } from '../../../src/app.ts';
import { readConfig } from '../../../src/config.ts';
import { createLogger } from '../../../src/server/logger.ts';
import { fetchFrom } from '../../support/fetch-from.ts';

let app: App;
let directory: string;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'gateway-audits-'));
  app = await createApp(readConfig({ DATA_DIR: directory, DEMO: 'off' }), createLogger('silent'));
});
afterAll(async () => {
  await app.stores.close();
  await rm(directory, { recursive: true });
});

const audits = serverAudits({
  url: 'http://127.0.0.1/graphql',
  fetchFn: (url: string, init: RequestInit) => fetchFrom(app.http)(url, init),
});

it('there are audits', () => expect(audits.length).toBeGreaterThan(50));

it.each(audits.map((audit) => [audit.name, audit] as const))('%s', async (_name, audit) => {
  const result = await audit.fn();
  expect('reason' in result ? result.reason : result.status).toBe('ok');
});

describe.each([
  ['application/json', 200],
  ['application/graphql-response+json', 400],
])('to who accepts %s', (accept, statusOfUnresolved) => {
  async function ask(body: object) {
    const headers = { accept, 'content-type': 'application/json' };
    const init = { method: 'POST', headers, body: JSON.stringify(body) };
    const response = await fetchFrom(app.http)('http://127.0.0.1/graphql', init);
    const { data, errors = [] } = (await response.json()) as {
      data?: unknown;
      errors?: { extensions: { code: string } }[];
    };
    return { status: response.status, data, codes: errors.map(({ extensions }) => extensions.code) };
  }

  it.each([
    ['several, and none is named', { query: 'query A { limits { cost } } query B { limits { cost } }' }],
    ['another than the one that is named', { query: 'query A { limits { cost } }', operationName: 'B' }],
    ['none', { query: 'fragment A on Query { limits { cost } }' }],
  ])('a document of which no operation is meant is one that is not valid: %s', async (_, body) => {
    expect(await ask(body)).toMatchObject({ status: statusOfUnresolved, codes: ['GRAPHQL_VALIDATION_FAILED'] });
  });

  it('members that nobody understands are ignored, the first time and later', async () => {
    const query = 'query Unknown { __typename }';
    for (let time = 0; time < 3; time += 1) {
      const { status, data } = await ask({ query, id: 'abc', more: { a: 1 } });
      expect([status, data]).toEqual([200, { __typename: 'Query' }]);
    }
  });

  it('an empty name of an operation is none, the first time and later', async () => {
    for (let time = 0; time < 3; time += 1) {
      const { status, data } = await ask({ query: 'query Unnamed { __typename }', operationName: '' });
      expect([status, data]).toEqual([200, { __typename: 'Query' }]);
    }
  });

  it('an operation that is named by something else than a text is no request', async () => {
    expect(await ask({ query: '{ __typename }', operationName: 7 })).toMatchObject({
      status: 400,
      codes: ['BAD_REQUEST'],
    });
  });
});
