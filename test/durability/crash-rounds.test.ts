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

it(
  'everything is counted as lost where the embedded database is as it was before',
  async () => {
    const directory = await copySqlite('demo');
    const tally = await runCrashRounds({
      rounds: 1,
      environment: { DATA_DIR: directory },
      // On a busy machine nothing may be acknowledged in less.
      loadMs: [3000, 3000],
      crash: async (program) => {
        await program.stop('SIGKILL');
        await rm(directory, { recursive: true });
        await copySqlite('demo', directory);
      },
    });
    expect(tally.lost).toBeGreaterThan(0);
    // Of the renames only the last one is looked for.
    expect(tally.lost).toBeLessThanOrEqual(tally.acknowledged);
    await rm(directory, { recursive: true });
  },
  timeoutMs,
);
