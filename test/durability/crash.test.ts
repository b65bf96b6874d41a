/** A few rounds of what `npm run test:durability` does a hundred times. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, inject, it } from 'vitest';
import { startOwnPostgresServer } from '../support/postgres-server.ts';
import { createTestDatabase } from '../support/test-databases.ts';
import { runCrashRounds } from './crash-rounds.ts';

const rounds = 3;

it('nothing acknowledged is lost when the gateway is killed, on the embedded database', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'gateway-crash-'));
  const tally = await runCrashRounds({ rounds, environment: { DATA_DIR: directory } });
  expect(tally.acknowledged).toBeGreaterThan(rounds);
  expect(tally.lost).toBe(0);
  await rm(directory, { recursive: true });
}, 120_000);

it('nothing acknowledged is lost when the gateway is killed, on PostgreSQL', async () => {
  const { url, drop } = await createTestDatabase(inject('postgresUrl'));
  const tally = await runCrashRounds({ rounds, environment: { DATABASE_URL: url, DEMO: 'on' } });
  expect(tally.acknowledged).toBeGreaterThan(rounds);
  expect(tally.lost).toBe(0);
  await drop();
}, 120_000);

it('nothing acknowledged is lost when the PostgreSQL server is killed', async () => {
  const server = await startOwnPostgresServer();
  const tally = await runCrashRounds({
    rounds,
    environment: { DATABASE_URL: server.url, DEMO: 'on' },
    crash: async (program) => {
      await server.killHard();
      await program.stop();
    },
    revive: () => server.start(),
  });
  expect(tally.acknowledged).toBeGreaterThan(rounds);
  expect(tally.lost).toBe(0);
  await server.stop();
}, 120_000);
