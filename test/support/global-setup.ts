import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import driver from 'better-sqlite3/package.json' with { type: 'json' };
import type {} from 'vitest';
import type { TestProject } from 'vitest/node';
import { buildTestBundle } from './bundle.ts';
import { startPostgresServer } from './postgres-server.ts';
import { dropTestDatabase } from './test-databases.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** A superuser's URL of the run's PostgreSQL server: `inject('postgresUrl')`, for `createTestDatabase`. */
    postgresUrl: string;
    /** What names the databases that the run's files copy, and the folder of those that are files. */
    run: { readonly name: string; readonly folder: string };
  }
}

/** Starts the run's PostgreSQL server, builds the programs that tests start, and answers how to end and remove them. No server, no run: nothing is skipped silently. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const [server, removeBundle] = await Promise.all([startPostgresServer(), buildTestBundle()]);
  project.provide('postgresUrl', server.url);
  process.stdout.write(`Storage under test: ${describeSqlite()} and ${server.description}\n`);
  const run = {
    name: `run_${randomUUID().replaceAll('-', '')}`,
    folder: await mkdtemp(join(tmpdir(), 'gateway-run-')),
  };
  project.provide('run', run);
  return async () => {
    await removeBundle();
    await rm(run.folder, { recursive: true });
    // Of a server that others have, too.
    for (const contents of ['tables', 'demo']) await dropTestDatabase(server.url, `${run.name}_${contents}`);
    await server.stop();
  };
}

function describeSqlite(): string {
  const database = new Database(':memory:');
  const version = database.prepare<[], string>('select sqlite_version()').pluck().get();
  database.close();
  return `embedded SQLite ${version} (better-sqlite3 ${driver.version})`;
}
