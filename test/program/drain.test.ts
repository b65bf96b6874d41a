/** SIGTERM under load: whoever keeps to what the answers and readiness say loses nothing. */
import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { demoIds } from '../../src/demo/demo-ids.ts';
import { demoFolder, type Gateway, startGateway } from '../support/gateway-process.ts';

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

it.each([
  [0, 1],
  [5, 1],
  [40, 1],
  [5, 2],
])('no request of 20 clients that wait %i ms between requests fails, with %i workers', async (pauseMs, workers) => {
  const gateway = await startGateway({
    DATA_DIR: await demoFolder(),
    WORKERS: String(workers),
    LOG_LEVEL: 'warn',
    // Whether the machine is busy is no question of this test.
    QUEUE_TIMEOUT_MS: '0',
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
  await expect.poll(() => answered > 100 || failures.length > 0, { timeout: 30_000 }).toBe(true);
  gateway.kill('SIGTERM');
  await Promise.all(clients);
  expect(await gateway.ended).toMatchObject({ code: 0, stderr: '' });
  expect(failures).toEqual([]);
});

it('no client is reset that connects anew each time, until a second after readiness turned 503', async () => {
  const gateway = await startGateway({
    DATA_DIR: await demoFolder(),
    LOG_LEVEL: 'warn',
    RATE_LIMIT_PER_ADDRESS: '0',
  });
  const outcomes: unknown[] = [];
  let readyUntil = Number.POSITIVE_INFINITY;
  let isOver = false;
  const arrive = async () => {
    try {
      outcomes.push((await askOnce(gateway, '/health/ready')).status);
    } catch (error) {
      outcomes.push(error);
    }
  };
  const watch = async () => {
    while (readyUntil === Number.POSITIVE_INFINITY) {
      if ((await askOnce(gateway, '/health/ready')).status === 503) readyUntil = performance.now();
    }
  };
  const arrivals = async () => {
    while (performance.now() < readyUntil + 1000) {
      await Promise.all(Array.from({ length: 30 }, arrive));
    }
    isOver = true;
  };
  const all = [arrivals(), arrivals(), watch()];
  await sleep(500);
  gateway.kill('SIGTERM');
  await Promise.all(all);
  expect(isOver).toBe(true);
  expect(await gateway.ended).toMatchObject({ code: 0, stderr: '' });
  expect(outcomes.filter((outcome) => outcome !== 200 && outcome !== 503)).toEqual([]);
  expect(outcomes.filter((outcome) => outcome === 503).length).toBeGreaterThan(100);
});

/** On a connection of its own. */
function askOnce({ port }: Gateway, path: string): Promise<{ status: number }> {
  return new Promise((resolve, reject) => {
    const asked = request({ port, host: '127.0.0.1', path, agent: false }, (response) => {
      response.resume();
      response.on('end', () => resolve({ status: response.statusCode ?? 0 }));
      response.on('error', reject);
    });
    asked.on('error', reject);
    asked.end();
  });
}
