import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { LogConfig } from 'kysely';
import { describe, inject } from 'vitest';
import type { Engine } from '../../src/storage/engines/engine.ts';
import { openPostgres } from '../../src/storage/engines/postgres-engine.ts';
import { openSqlite } from '../../src/storage/engines/sqlite-engine.ts';
import { migrate } from '../../src/storage/migrate.ts';
import { createTestDatabase } from './test-databases.ts';

export interface TestEngine {
  readonly engine: Engine;
  /** Closes the engine and removes its database. */
  drop(): Promise<void>;
}

export type EngineName = 'sqlite' | 'postgres';

const openers: Record<EngineName, (log?: LogConfig) => Promise<TestEngine>> = {
  async sqlite(log) {
    const directory = await mkdtemp(join(tmpdir(), 'gateway-test-'));
    const engine = openSqlite({ directory, ...(log && { log }) });
    return { engine, drop: () => engine.close().then(() => rm(directory, { recursive: true })) };
  },
  async postgres(log) {
    const { url, drop } = await createTestDatabase(inject('postgresUrl'));
    const engine = await openPostgres({ url, maxConnections: 10, ...(log && { log }) });
    return { engine, drop: () => engine.close().then(drop) };
  },
};

/** The same tests on the embedded engine and on a real PostgreSQL server, each on a fresh, migrated database. */
export function describeEachEngine(
  title: string,
  tests: (open: (log?: LogConfig) => Promise<TestEngine>, name: EngineName) => void,
): void {
  for (const name of Object.keys(openers) as EngineName[]) {
    const open = async (log?: LogConfig) => {
      const opened = await openers[name](log);
      await migrate(opened.engine);
      return opened;
    };
    describe(`${title} [${name}]`, () => tests(open, name));
  }
}
