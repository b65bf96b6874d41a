/** A list that takes too long is refused on both faces, and everything else is answered. */
import { rm } from 'node:fs/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { demoIds } from '../../src/demo/demo-ids.ts';
import { openSqlite } from '../../src/storage/engines/sqlite-engine.ts';
import { copySqlite } from '../support/copied-databases.ts';
import { openRestGateway, type RestGateway } from '../support/rest-gateway.ts';

let gateway: RestGateway;
beforeAll(async () => {
  gateway = await openRestGateway(async ({ contents = 'tables', log } = {}) => {
    const directory = await copySqlite(contents);
    const engine = openSqlite({ directory, statementTimeoutMs: 0.000_001, ...(log && { log }) });
    return { engine, drop: () => engine.close().then(() => rm(directory, { recursive: true })) };
  });
});
afterAll(() => gateway.drop());

const sentence = expect.stringMatching(/took too long\. Try again, or request less/);

it('GraphQL says UNAVAILABLE at the list, beside data', async () => {
  const { data, errors, status, shown } = await gateway.ask(
    'query ($id: ID!) { slow: customApi(id: $id) { fields { totalCount } } quick: products(first: 1) { totalCount } }',
    { id: demoIds.customApi },
    { as: 'admin' },
  );
  expect(status, shown).toBe(200);
  expect(data.quick.totalCount).toBeGreaterThan(800);
  expect(errors).toMatchObject([{ message: sentence, extensions: { code: 'UNAVAILABLE', status: 503 } }]);
});

it('REST answers 503 with Retry-After', async () => {
  const slow = await gateway.rest('GET', '/v2/pcm/catalog/nodes');
  expect(slow.status).toBe(503);
  expect(slow.headers.get('retry-after')).toBe('1');
  expect(slow.body).toEqual({ errors: [{ title: 'Service Unavailable', status: '503', detail: sentence }] });
  expect((await gateway.rest('GET', '/v2/catalog/products?page[limit]=1')).status).toBe(200);
});
