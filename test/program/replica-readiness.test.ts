/** The primary is away, and a replica shows the catalog: an orchestrator must not take away what is answered. */
import { expect, it, onTestFinished } from 'vitest';
import { copyPostgres } from '../support/copied-databases.ts';
import { openDatabaseProxy } from '../support/database-proxy.ts';
import { startProgram } from '../support/program.ts';

it('the gateway is ready while a replica has all that is current, and not without it', async () => {
  const [primary, replica] = [await copyPostgres('demo'), await copyPostgres('demo')];
  const [toPrimary, toReplica] = [
    await openDatabaseProxy(primary.directUrl),
    await openDatabaseProxy(replica.directUrl),
  ];
  onTestFinished(async () => {
    for (const one of [toPrimary, toReplica]) await one.close();
    for (const one of [primary, replica]) await one.drop();
  });
  const program = await startProgram({ DATABASE_URL: toPrimary.url, DATABASE_REPLICA_URLS: toReplica.url });
  onTestFinished(async () => void (await program.stop('SIGKILL')));
  const isReady = async () => (await fetch(`${program.url}/health/ready`)).status === 200;
  const page = async () => (await program.ask('{ products(first: 3) { nodes { name } } }')).errors;
  expect([await isReady(), await page()]).toEqual([true, []]);

  toPrimary.refuse();
  expect([await isReady(), await page()]).toEqual([true, []]);
  await expect.poll(program.output).toContain('the catalog is shown from replicas alone');

  toReplica.refuse();
  await expect.poll(isReady).toBe(false);
  await toPrimary.mend();
  await expect.poll(isReady).toBe(true);
}, 60_000);
