/** The gateway with its workers on a store of its own: embedded, or a PostgreSQL primary with a replica, each behind PgBouncer. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startPgBouncer } from '../../support/pgbouncer.ts';
import { type Program, startProgram } from '../../support/program.ts';
import { startReplicatedPostgres } from '../../support/replicated-postgres.ts';

export interface Stack {
  readonly program: Program;
  /** The first processes of each part. */
  readonly pids: Readonly<Record<string, readonly number[]>>;
  stop(): Promise<void>;
}

export interface StackOptions {
  readonly engine: 'sqlite' | 'postgres';
  readonly workers: number;
}

/** Every read is executed; nobody is refused for coming fast. */
const unlimited = {
  ...{ DEMO: 'on', ANSWER_CACHE_MB: '0', QUEUE_TIMEOUT_MS: process.env.QUEUE_TIMEOUT_MS ?? '25' },
  ...{ RATE_LIMIT_PER_CLIENT: '0', RATE_LIMIT_PER_ADDRESS: '0', RATE_LIMIT_STORE: 'memory' },
};
/** Which releases a replica has is looked up every second. */
const untilReplicaIsKnownMs = 2500;

export async function startStack({ engine, workers }: StackOptions): Promise<Stack> {
  return engine === 'sqlite' ? startOnSqlite(workers) : startOnPostgres(workers);
}

async function startOnSqlite(workers: number): Promise<Stack> {
  const folder = await mkdtemp(join(tmpdir(), 'overload-'));
  const program = await startProgram({ ...unlimited, DATA_DIR: join(folder, 'data'), WORKERS: String(workers) });
  return {
    ...{ program, pids: { gateway: [program.pid] } },
    async stop() {
      await program.stop('SIGKILL');
      await rm(folder, { recursive: true, maxRetries: 10 });
    },
  };
}

async function startOnPostgres(workers: number): Promise<Stack> {
  const { primary, replica, stop } = await startReplicatedPostgres();
  const poolers = [await startPgBouncer(primary.url), await startPgBouncer(replica.url)] as const;
  const [url, replicaUrl] = poolers.map(({ address }) => `postgres://postgres@${address}/shop`) as [string, string];
  const database = { DATABASE_URL: url, DATABASE_REPLICA_URLS: replicaUrl };
  const program = await startProgram({ ...unlimited, ...database, WORKERS: String(workers) });
  await sleep(untilReplicaIsKnownMs);
  return {
    program,
    pids: {
      ...{ gateway: [program.pid], primary: [primary.pid], replica: [replica.pid] },
      PgBouncer: poolers.map(({ pid }) => pid),
    },
    async stop() {
      await program.stop('SIGKILL');
      for (const pooler of poolers) await pooler.stop();
      await stop();
    },
  };
}
