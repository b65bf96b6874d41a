/** Errors, refusals, and clients that are slow or leave. */
import { randomUUID } from 'node:crypto';
import { demoIds } from '../../src/demo/demo-ids.ts';
import { askGraphQL, askStatus, type SoakAction } from './soak-action.ts';
import type { SoakClient } from './soak-client.ts';

const { manyChildrenParent, standard, draftParent } = demoIds.products;
const longPage = `/v2/pcm/catalog/products/${manyChildrenParent}/relationships/children?page[limit]=100`;
const json = { 'Content-Type': 'application/json' };
const pipelined = 12;
const overLimit = `{ ${Array.from({ length: 90 }, (_, i) => `p${i}: products(first: 100) { nodes { name description } }`).join(' ')} }`;

export function createDisturbances(client: SoakClient): Record<string, SoakAction> {
  const ask = async (query: string, headers = {}) => (await askGraphQL(client, { query, headers })).outcome;
  const post = (body: string) => askStatus(client, { method: 'POST', path: '/graphql', headers: json, body });
  const action = (weight: number, expected: string, run: () => Promise<string>): SoakAction => {
    return { weight, expected: [expected], run };
  };
  return {
    'a forged token': action(1, 'UNAUTHENTICATED', () => ask('{ limits { cost } }', { Authorization: 'Bearer a.b.c' })),
    'no token': action(1, 'UNAUTHENTICATED', () =>
      ask(`{ applicationKey(id: "${demoIds.applicationKeys.admin}") { name } }`),
    ),
    'bad JSON': action(1, '400', () => post('{"query":')),
    'a document that does not parse': action(1, 'GRAPHQL_PARSE_FAILED', () => ask(`{ a${randomUUID()} `)),
    'a document that does not fit': action(1, 'GRAPHQL_VALIDATION_FAILED', () =>
      ask(`{ a${randomUUID().replaceAll('-', '')} }`),
    ),
    'a new long document': action(0.5, 'ok', () =>
      ask(`{ catalogNodes(filter: { id: { in: [${newIds(500)}] } }) { nodes { name } } }`),
    ),
    'a document that asks for too much': action(1, 'LIMIT_EXCEEDED', () => ask(overLimit)),
    'a body beyond the limit': action(0.2, '413', () => post(`{"query":"${'x'.repeat(1_100_000)}"}`)),
    'children of no parent': action(1, 'UNPROCESSABLE_ENTITY', () =>
      ask(`{ childProducts(productId: "${standard}") { totalCount } }`),
    ),
    'an unknown product': action(1, 'NOT_FOUND', () => ask(`{ product(id: "${randomUUID()}") { name } }`)),
    'a draft over REST': action(1, '404', () => askStatus(client, { path: `/v2/pcm/catalog/products/${draftParent}` })),
    'no such path': action(1, '404', () => askStatus(client, { path: `/${randomUUID()}` })),
    'a bad filter': action(1, '400', () => askStatus(client, { path: '/v2/pcm/catalog/products?filter=eq(tags' })),
    'leaves before the answer': {
      weight: 2,
      expected: ['left', '200'],
      run: () => askStatus(client, { path: longPage, leaveAfterMs: Math.random() * 10 }),
    },
    'leaves in the middle of its body': action(1, 'left', () =>
      askStatus(client, {
        method: 'POST',
        path: '/graphql',
        headers: { ...json, 'Content-Length': '1000' },
        body: '{"query":',
        leaveAfterMs: 20 + Math.random() * 200,
        isAlone: true,
      }),
    ),
    'sends its headers slowly': action(0.3, '1 × 200', async () =>
      countAnswers(
        await client.sendSlowly({
          pieces: [
            'GET /health/live HTTP/1.1\r\n',
            'Host: localhost\r\n',
            'X-Slow: 1\r\n',
            'Connection: close\r\n\r\n',
          ],
          pauseMs: 800,
        }),
      ),
    ),
    'never ends its headers': action(0.1, '1 × 408', async () =>
      countAnswers(await client.sendSlowly({ pieces: ['GET / HTTP/1.1\r\nHost: localhost\r\nX-Slow: '], pauseMs: 0 })),
    ),
    'reads its answers late': action(0.3, `${pipelined} × 200`, async () => {
      const asked = (isLast: boolean) =>
        `GET ${longPage} HTTP/1.1\r\nHost: localhost\r\n${isLast ? 'Connection: close\r\n' : ''}\r\n`;
      const pieces = [Array.from({ length: pipelined }, (_, i) => asked(i === pipelined - 1)).join('')];
      return countAnswers(await client.sendSlowly({ pieces, pauseMs: 0, waitBeforeReadingMs: 4000 }));
    }),
  };
}

function newIds(count: number): string {
  return Array.from({ length: count }, () => `"${randomUUID()}"`).join(' ');
}

/** Such as `12 × 200`: how many answers, and the last one's status. */
function countAnswers(text: string): string {
  const statuses = [...text.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => status);
  return `${statuses.length} × ${statuses.at(-1)}`;
}
