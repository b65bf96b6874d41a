import Database from 'better-sqlite3';
import driver from 'better-sqlite3/package.json' with { type: 'json' };
import type {} from 'vitest';
import type { TestProject } from 'vitest/node';
import { startPostgresServer } from './postgres-server.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** A superuser's URL of the run's PostgreSQL server: `inject('postgresUrl')`, for `createTestDatabase`. */
    postgresUrl: string;
  }
}

/** Starts the run's PostgreSQL server and answers how to stop it. No server, no run: nothing is skipped silently. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await startPostgresServer();
  project.provide('postgresUrl', server.url);
  process.stdout.write(`Storage under test: ${describeSqlite()} and ${server.description}\n`);
  return () => server.stop();
}

function describeSqlite(): string {
  const database = new Database(':memory:');
  const version = database.prepare<[], string>('select sqlite_version()').pluck().get();
  database.close();
  return `embedded SQLite ${version} (better-sqlite3 ${driver.version})`;
}
