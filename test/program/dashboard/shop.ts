/**
 * Two gateways on PostgreSQL with a replica, and a mirror before the first of them: all that the dashboard shows is there. A webhook leads to an address that
 * takes nothing, and few connections are open.
 */
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { demoCredentials } from '../../../src/demo/application-keys.ts';
import { findFreePort } from '../../support/postgres-process.ts';
import { type Program, startProgram } from '../../support/program.ts';
import { queryServer } from '../../support/query-server.ts';
import { startReplicatedPostgres } from '../../support/replicated-postgres.ts';
import { namedOperations } from './load.ts';

export interface Shop {
  readonly folder: string;
  readonly gateways: readonly [Program, Program];
  readonly mirror: Program;
  /** Addresses of all their metrics, by name. */
  readonly targets: Readonly<Record<string, string>>;
  publish(): Promise<void>;
  /** Of the replica: it falls back until it goes on. */
  pauseReplay(isPaused: boolean): Promise<void>;
  stop(): Promise<void>;
}

const run = promisify(execFile);

export async function startShop(): Promise<Shop> {
  const folder = await mkdtemp(join(tmpdir(), 'dashboard-'));
  const { primary, replica, stop } = await startReplicatedPostgres();
  const documents = join(folder, 'documents');
  await mkdir(documents);
  await writeFile(join(documents, 'shop.json'), JSON.stringify(namedOperations));
  const targets: Record<string, string> = {};
  const start = async (name: string, environment: Readonly<Record<string, string>>) => {
    const port = `${await findFreePort()}`;
    targets[name] = `127.0.0.1:${port}`;
    return startProgram({ METRICS_PORT: port, RATE_LIMIT_PER_ADDRESS: '6000', ...environment });
  };
  const database = { DATABASE_URL: primary.url, DATABASE_REPLICA_URLS: replica.url, MAX_CONNECTIONS: '3' };
  const shared = { ...database, TRUSTED_DOCUMENTS: documents, QUEUE_TIMEOUT_MS: '50', WEBHOOK_PRIVATE_ADDRESSES: 'on' };
  const gateways = [
    await start('gateway-1', { ...shared, DEMO: 'on' }),
    await start('gateway-2', { ...shared, DEMO: 'on' }),
  ] as const;
  const { clientId, clientSecret } = demoCredentials;
  const mirror = await start('mirror', {
    ...{
      UPSTREAM_URL: gateways[0].url,
      UPSTREAM_CATALOG: 'mirror',
      DATA_DIR: join(folder, 'mirror'),
      MIRROR_SECONDS: '20',
    },
    ...{ UPSTREAM_CLIENT_ID: clientId, UPSTREAM_CLIENT_SECRET: clientSecret },
  });
  const command = (script: string) => `"${process.execPath}" src/cli/${script}`;
  const shell = (text: string) =>
    run('sh', ['-c', text], { env: { ...process.env, ...database, WEBHOOK_PRIVATE_ADDRESSES: 'on' } });
  await shell(command('webhooks.ts add https://127.0.0.1:9/'));
  return {
    ...{ folder, gateways, mirror, targets },
    publish: async () => void (await shell(`${command('demo-records.ts')} | ${command('import.ts')}`)),
    pauseReplay: (isPaused) => pauseReplay(replica.port, isPaused),
    async stop() {
      for (const program of [mirror, ...gateways]) await program.stop('SIGKILL');
      await stop();
      await rm(folder, { recursive: true, maxRetries: 10 });
    },
  };
}

async function pauseReplay(port: number, isPaused: boolean): Promise<void> {
  try {
    await queryServer(port, `select pg_wal_replay_${isPaused ? 'pause' : 'resume'}()`);
  } catch (error) {
    // What is replayed may take away what the statement itself reads.
    if (Object(error).code !== '40001') throw error;
    await pauseReplay(port, isPaused);
  }
}
