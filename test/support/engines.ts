import { rm } from 'node:fs/promises';
import type { Logger } from 'kysely';
import { describe } from 'vitest';
import type { Engine } from '../../src/storage/engines/engine.ts';
import { openPostgres } from '../../src/storage/engines/postgres-engine.ts';
import { openSqlite } from '../../src/storage/engines/sqlite-engine.ts';
import { type Contents, copyPostgres, copySqlite } from './copied-databases.ts';

export interface TestEngine {
  readonly engine: Engine;
  /** Closes the engine and removes its database. */
  drop(): Promise<void>;
}

export type EngineName = 'sqlite' | 'postgres';

export interface OpenOptions {
  readonly contents?: Contents;
  readonly log?: Logger;
}

const openers: Record<EngineName, OpenEngine> = {
  async sqlite({ contents = 'tables', log } = {}) {
    const directory = await copySqlite(contents);
    const engine = openSqlite({ directory, ...(log && { log }) });
    return { engine, drop: () => engine.close().then(() => rm(directory, { recursive: true })) };
  },
  async postgres({ contents = 'tables', log } = {}) {
    const { url, drop } = await copyPostgres(contents);
    // Whoever waits for one of the ten waits as long as a busy machine takes: for a tenth of this.
    const engine = await openPostgres({ url, maxConnections: 10, statementTimeoutMs: 300_000, ...(log && { log }) });
    return { engine, drop: () => engine.close().then(drop) };
  },
};

/** What `describeEachEngine` hands to its tests. */
export type OpenEngine = (options?: OpenOptions) => Promise<TestEngine>;

/** The embedded engine alone: for what does not depend on the engine. */
export const openEmbedded = openers.sqlite;

/** The same tests on the embedded engine and on a real PostgreSQL server, each on databases of its own. */
export function describeEachEngine(title: string, tests: (open: OpenEngine, name: EngineName) => void): void {
  for (const name of Object.keys(openers) as EngineName[]) {
    describe(`${title} [${name}]`, () => tests(openers[name], name));
  }
}
