/** The PostgreSQL server dies under the running program, and comes back: the program stays, says so, and heals. */
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import { startOwnPostgresServer } from '../support/postgres-server.ts';
import { type Program, startProgram } from '../support/program.ts';
import { subscriptionInput } from '../support/subscription-input.ts';

const createSubscription = `mutation($input: CreateSubscriptionInput!) {
  createSubscription(input: $input) { subscription { resourceId } } }`;
const input = {
  ...subscriptionInput,
  name: 'CANARY Name',
  email: 'canary@example.com',
  paymentAuthority: { type: 'VENDOR_NET', customerId: 'CANARY-customer', cardId: 'CANARY-card' },
};

const statusOf = async ({ url }: Program, path: string) => (await fetch(`${url}${path}`)).status;

/** Waits until a new connection was made, at most ten seconds. */
async function untilReady(program: Program): Promise<void> {
  for (let attempt = 0; attempt < 100 && (await statusOf(program, '/health/ready')) !== 200; attempt += 1) {
    await sleep(100);
  }
}

it('without its database server the program answers UNAVAILABLE; with it, it works again without a restart', async () => {
  const server = await startOwnPostgresServer();
  onTestFinished(() => server.stop());
  const program = await startProgram({ DATABASE_URL: server.url, DEMO: 'on' });
  onTestFinished(async () => void (await program.stop('SIGKILL')));
  expect(await statusOf(program, '/health/ready')).toBe(200);

  await server.killHard();
  expect(await statusOf(program, '/health/ready')).toBe(503);
  expect(await statusOf(program, '/health/live')).toBe(200);
  // More at once than there are connections: those that broke, and new ones.
  const refused = await Promise.all(Array.from({ length: 30 }, () => program.ask(createSubscription, { input })));
  for (const { data, errors } of refused) {
    expect(data).toEqual({ createSubscription: null });
    expect(errors).toMatchObject([{ extensions: { code: 'UNAVAILABLE', status: 503 } }]);
    expect(JSON.stringify(errors)).not.toMatch(/canary/i);
  }

  await server.start();
  await untilReady(program);
  const { data, errors } = await program.ask(createSubscription, { input });
  expect(errors).toEqual([]);
  expect(data.createSubscription.subscription.resourceId).toMatch(/^[0-9a-f-]{36}$/);
  expect(await program.stop()).toBe(0);
  expect(program.output()).toContain('ECONNREFUSED');
  expect(program.output()).not.toMatch(/canary/i);
}, 60_000);
