/** `npm run test:revalidation [-- --publishes 1000]`: pages that ask again after an event, on two instances of each engine. Minutes, not for CI. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { openStores } from '../../src/storage/open-stores.ts';
import { startOwnPostgresServer } from '../support/postgres-server.ts';
import { runRevalidation } from './revalidation-rounds.ts';

const { values } = parseArgs({ options: { publishes: { type: 'string', default: '1000' } } });
const publishes = Number(values.publishes);
const dataDirectory = await mkdtemp(join(tmpdir(), 'gateway-revalidation-'));
const server = await startOwnPostgresServer();

const engines = {
  PostgreSQL: { databaseUrl: server.url, environment: { DATABASE_URL: server.url } },
  SQLite: { databaseUrl: null, environment: { DATA_DIR: dataDirectory, DEMO: 'off' } },
} as const;

const rows: string[] = [];
let hasFailed = false;
for (const [name, { databaseUrl, environment }] of Object.entries(engines)) {
  const { stores, close } = await openStores({ databaseUrl, dataDirectory, maxConnections: 4 });
  const unlimited = { RATE_LIMIT_PER_ADDRESS: '0', RATE_LIMIT_PER_CLIENT: '0' };
  const tally = await runRevalidation({
    publishes,
    catalogs: 20,
    environment: { ...environment, ...unlimited },
    stores,
  });
  await close();
  hasFailed ||= tally.stale + tally.untold > 0;
  rows.push(`| two instances of ${name} | ${Object.values(tally).join(' | ')} |`);
  process.stdout.write(`${rows.at(-1)}\n`);
}
await server.stop();
await rm(dataDirectory, { recursive: true });

process.stdout.write(
  `\n| | publishes | events | answers after them | stale | untold | slowest event (ms) |\n|---|---|---|---|---|---|---|\n${rows.join('\n')}\n`,
);
process.exitCode = hasFailed ? 1 : 0;
