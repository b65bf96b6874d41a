/** A few rounds of what `npm run test:webhook-kills` does fifty times. */
import { rm } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { openStores } from '../../src/storage/open-stores.ts';
import { copyPostgres, copySqlite } from '../support/copied-databases.ts';
import { runWebhookRounds } from './webhook-rounds.ts';

const rounds = 5;
const timeoutMs = 120_000 + rounds * 30_000;

it.each(['SQLite', 'PostgreSQL'])(
  'what is published is told in order, though the gateway is killed, on %s',
  async (name) => {
    const isEmbedded = name === 'SQLite';
    const dataDirectory = await copySqlite('tables');
    const server = isEmbedded ? null : await copyPostgres('tables');
    const database = server ? { DATABASE_URL: server.url } : { DATA_DIR: dataDirectory, DEMO: 'off' };
    const { stores, close } = await openStores({ databaseUrl: server?.url ?? null, dataDirectory, maxConnections: 4 });
    const tally = await runWebhookRounds({ rounds, environment: database, stores });
    expect(tally).toMatchObject({ missing: 0, outOfOrder: 0 });
    expect(tally.published).toBeGreaterThan(0);
    await close();
    await server?.drop();
    await rm(dataDirectory, { recursive: true });
  },
  timeoutMs,
);
