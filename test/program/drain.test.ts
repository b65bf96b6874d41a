/** SIGTERM under load: whoever keeps to what the answers say about the connection loses nothing. */
import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { demoIds } from '../../src/demo/demo-ids.ts';
import { type Gateway, startGateway, temporaryFolder } from '../support/gateway-process.ts';

const query = `{ childProducts(productId: "${demoIds.products.manyChildrenParent}", first: 20) { totalCount nodes { name } } }`;

/** One connection that is kept alive for as long as the server lets it. */
function createClient({ port }: Gateway) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  return (): Promise<{ status: number; isLast: boolean }> =>
    new Promise((resolve, reject) => {
      const headers = { 'Content-Type': 'application/json' };
      const asked = request(
        { port, host: '127.0.0.1', path: '/graphql', method: 'POST', agent, headers },
        (response) => {
          let body = '';
          response.on('data', (chunk) => (body += chunk));
          response.on('error', reject);
          response.on('end', () => {
            const isWhole = JSON.parse(body).data?.childProducts?.totalCount === 120;
            if (!isWhole) reject(new Error(body));
            resolve({ status: response.statusCode ?? 0, isLast: response.headers.connection === 'close' });
          });
        },
      );
      asked.on('error', reject);
      asked.end(JSON.stringify({ query }));
    });
}

it.each([0, 5, 40])('no request of 20 clients that wait %i ms between requests fails', async (pauseMs) => {
  const gateway = await startGateway({
    DATA_DIR: await temporaryFolder(),
    LOG_LEVEL: 'warn',
    RATE_LIMIT_PER_ADDRESS: '0',
  });
  const failures: unknown[] = [];
  let answered = 0;
  const clients = Array.from({ length: 20 }, async () => {
    const ask = createClient(gateway);
    for (;;) {
      try {
        const { isLast } = await ask();
        answered += 1;
        if (isLast) return;
      } catch (error) {
        failures.push(error);
        return;
      }
      await sleep(pauseMs);
    }
  });
  await sleep(1000);
  const before = answered;
  const begin = performance.now();
  gateway.kill('SIGTERM');
  await Promise.all(clients);
  expect(await gateway.ended).toMatchObject({ code: 0, stderr: '' });
  expect(performance.now() - begin).toBeLessThan(10_000);
  expect(failures).toEqual([]);
  expect(before).toBeGreaterThan(20);
});
