/** `npm run test:webhook-kills [-- --rounds 50]`: a gateway killed amid telling what is published, on both engines. Minutes, not for CI. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { openStores } from '../../src/storage/open-stores.ts';
import { startOwnPostgresServer } from '../support/postgres-server.ts';
import { runWebhookRounds, type WebhookTally } from './webhook-rounds.ts';

const { values } = parseArgs({ options: { rounds: { type: 'string', default: '50' } } });
const rounds = Number(values.rounds);
const dataDirectory = await mkdtemp(join(tmpdir(), 'gateway-webhooks-'));
const server = await startOwnPostgresServer();

const engines = {
  SQLite: { databaseUrl: null, environment: { DATA_DIR: dataDirectory, DEMO: 'off' } },
  PostgreSQL: { databaseUrl: server.url, environment: { DATABASE_URL: server.url } },
} as const;

const rows: string[] = [];
let hasFailed = false;
for (const [name, { databaseUrl, environment }] of Object.entries(engines)) {
  const { stores, close } = await openStores({ databaseUrl, dataDirectory, maxConnections: 4 });
  const onRound = (round: number, { published, received }: WebhookTally) => {
    if (round % 10 === 0)
      process.stdout.write(`${name}: ${round} kills, ${published} published, ${received} received\n`);
  };
  const tally = await runWebhookRounds({ rounds, environment, stores, onRound });
  await close();
  hasFailed ||= tally.missing + tally.outOfOrder > 0;
  rows.push(`| ${name} | ${rounds} | ${Object.values(tally).join(' | ')} |`);
}
await server.stop();
await rm(dataDirectory, { recursive: true });

process.stdout.write(
  `\n| engine | kills | published | received | repeated | missing | out of order |\n|---|---|---|---|---|---|---|\n${rows.join('\n')}\n`,
);
process.exitCode = hasFailed ? 1 : 0;
