/** A few publishes of what `npm run test:revalidation` does with a thousand. */
import { rm } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { openStores } from '../../src/storage/open-stores.ts';
import { copyPostgres, copySqlite } from '../support/copied-databases.ts';
import { runRevalidation } from './revalidation-rounds.ts';

const publishes = 60;

it.each(['SQLite', 'PostgreSQL'])(
  'asking any of two instances again after an event brings what was told, on %s',
  async (name) => {
    const dataDirectory = await copySqlite('tables');
    const server = name === 'SQLite' ? null : await copyPostgres('tables');
    const environment = server ? { DATABASE_URL: server.url } : { DATA_DIR: dataDirectory, DEMO: 'off' };
    const { stores, close } = await openStores({ databaseUrl: server?.url ?? null, dataDirectory, maxConnections: 4 });
    const tally = await runRevalidation({ publishes, catalogs: 4, environment, stores });
    expect(tally).toMatchObject({ publishes, stale: 0, untold: 0 });
    expect(tally.answers).toBeGreaterThanOrEqual(2 * tally.events);
    expect(tally.events).toBeGreaterThan(0);
    await close();
    await server?.drop();
    await rm(dataDirectory, { recursive: true });
  },
  180_000,
);
