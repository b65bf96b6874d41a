/** A few rounds of what `npm run test:durability` does a hundred times. */
import { rm } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { copyPostgres, copySqlite } from '../support/copied-databases.ts';
import { startOwnPostgresServer } from '../support/postgres-server.ts';
import { runCrashRounds } from './crash-rounds.ts';

const rounds = 8;

const timeoutMs = 60_000 + rounds * 20_000;

it(
  'nothing acknowledged is lost when the gateway is killed, on the embedded database',
  async () => {
    const directory = await copySqlite('demo');
    const tally = await runCrashRounds({ rounds, environment: { DATA_DIR: directory } });
    expect(tally.acknowledged).toBeGreaterThan(0);
    expect(tally.lost).toBe(0);
    await rm(directory, { recursive: true });
  },
  timeoutMs,
);

it(
  'nothing acknowledged is lost when the gateway is killed, on PostgreSQL',
  async () => {
    const { url, drop } = await copyPostgres('demo');
    const tally = await runCrashRounds({ rounds, environment: { DATABASE_URL: url, DEMO: 'on' } });
    expect(tally.acknowledged).toBeGreaterThan(0);
    expect(tally.lost).toBe(0);
    await drop();
  },
  timeoutMs,
);

it(
  'nothing acknowledged is lost when the PostgreSQL server is killed',
  async () => {
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
    expect(tally.acknowledged).toBeGreaterThan(0);
    expect(tally.lost).toBe(0);
    await server.stop();
  },
  timeoutMs,
);
