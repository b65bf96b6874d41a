/** The door to storage: other rooms import nothing else of it, but what reads a URL. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type Logger, sql } from 'kysely';
import type { Stores } from '../domain/ports.ts';
import type { WhileReading } from '../domain/product/shown-product.ts';
import type { SharedState } from '../domain/shared-state.ts';
import type { Transactions, WrittenStores } from '../domain/transactions.ts';
import { createApplicationKeyStore } from './application-key-store.ts';
import { createCatalogStore } from './catalog-store.ts';
import { createCustomFieldStore } from './custom-field-store.ts';
import { databaseFile } from './engines/database-file.ts';
import type { Engine } from './engines/engine.ts';
import type { PostgresOptions } from './engines/postgres-engine.ts';
import { BusyServer } from './engines/postgres-errors.ts';
import { translateErrors } from './engines/translate-errors.ts';
import { createFileStore } from './file-store.ts';
import { createIdempotencyKeyStore } from './idempotency-key-store.ts';
import { inTransaction } from './in-transaction.ts';
import { expectReadable } from './index/later-versions.ts';
import { createReleaseIndexes, type IndexEvents, type ReleaseIndexes } from './index/release-indexes.ts';
import { RunningReads } from './index/running-reads.ts';
import { expectUpToDate, migrate } from './migrate.ts';
import { createMirrorStore } from './mirror-store.ts';
import { createNodeStore } from './node-store.ts';
import { createProductStore } from './product-store.ts';
import { createRateLimitClient, type RateLimitClient } from './rate-limit-client.ts';
import { createReleaseStore } from './releases/release-store.ts';
import { createSharedState, type SharedStateOptions } from './shared-state-store.ts';
import { createSigningKeyStore } from './signing-key-store.ts';
import { createSubscriptionStore } from './subscription-store.ts';
import { createWebhookStore } from './webhook-store.ts';

export { explainStorageError } from './explain-error.ts';

const defaultIndexCacheBytes = 32_000_000;

export interface StorageOptions extends Omit<PostgresOptions, 'url' | 'log'> {
  /** A PostgreSQL server; null: the embedded database in `dataDirectory`. */
  readonly databaseUrl: string | null;
  readonly dataDirectory: string;
  /** Told of every statement. */
  readonly onStatement?: Logger;
  /** Memory for releases' indexes. */
  readonly indexCacheBytes?: number;
  readonly indexEvents?: IndexEvents;
}

export interface OpenStores {
  readonly engine: Engine;
  readonly stores: Stores;
  /** Of releases that an older version published. */
  readonly indexes: Pick<ReleaseIndexes, 'areBuilt'> & {
    build(which: 'current' | 'all'): Promise<void>;
  };
  /** Memory of what products show is used again when nothing runs that has read it. */
  readonly whileReading: WhileReading;
  /** For counting requests where all instances see it. */
  readonly rateLimitClient: RateLimitClient;
  /** A state that all instances change together; `empty` where nobody has yet. */
  sharedState<State>(options: SharedStateOptions<State>): SharedState<State>;
  /** Rejects when the database does not answer, or a later version published what is current. */
  ping(): Promise<void>;
  /** Whether there are any, and a replica has each of them. */
  areOnReplicas(releaseIds: readonly string[]): boolean;
  close(): Promise<void>;
}

/** Opens the database, brings its schema up to date, and answers the stores over it. */
export function openStores(options: StorageOptions): Promise<OpenStores> {
  return openWith(migrate, options);
}

/** The same of a database whose schema is up to date: nothing of it is changed. @throws Error with a sentence, where it is not */
export function openAsItIs(options: StorageOptions): Promise<OpenStores> {
  return openWith(expectUpToDate, options);
}

async function openWith(prepare: (engine: Engine) => Promise<unknown>, options: StorageOptions): Promise<OpenStores> {
  const engine = await openEngine(options);
  try {
    await prepare(engine);
  } catch (error) {
    await engine.close();
    throw error;
  }
  const { indexCacheBytes = defaultIndexCacheBytes, indexEvents } = options;
  const closing = new AbortController();
  const reads = new RunningReads();
  const indexes = createReleaseIndexes(engine, {
    cacheBytes: indexCacheBytes,
    closing: closing.signal,
    reads,
    ...indexEvents,
  });
  return {
    engine,
    stores: createStores(engine, indexes),
    indexes: { areBuilt: indexes.areBuilt, build: (which) => indexes.build(which, closing.signal) },
    whileReading: (run) => reads.during(run),
    rateLimitClient: createRateLimitClient(engine),
    sharedState: (options) => translateErrors(createSharedState(engine, options), engine),
    async ping() {
      engine.expectInPlace();
      await sql`select 1`.execute(engine.reader).catch(unlessBusy);
      await expectReadable(engine);
    },
    areOnReplicas: (ids) => ids.length > 0 && ids.every((id) => engine.ofRelease(Number(id)) !== engine),
    async close() {
      closing.abort();
      await indexes.settle();
      return engine.close();
    },
  };
}

export interface Migrated {
  readonly description: string;
  readonly applied: readonly string[];
  /** The releases whose index was built. */
  readonly rebuilt: readonly string[];
  /** What the index of another one could not be built for; null: there is none. */
  readonly failure: unknown;
}

/** Makes the database where there is none, and brings its tables and its releases up to date. */
export async function migrateDatabase(options: StorageOptions): Promise<Migrated> {
  const engine = await openEngine(options);
  try {
    const applied = await migrate(engine);
    const rebuilt: string[] = [];
    const giveUp = new AbortController();
    const indexes = createReleaseIndexes(engine, {
      cacheBytes: 0,
      onRebuilt: (releaseId) => void rebuilt.push(releaseId),
      onRebuildFailed: (error) => giveUp.abort(error),
    });
    await indexes.build('all', giveUp.signal);
    return { description: engine.description, applied, rebuilt, failure: giveUp.signal.reason ?? null };
  } finally {
    await engine.close();
  }
}

/** Copies the embedded database into one file, as it is at one moment. */
export async function backUpDatabase(directory: string, file: string, signal: AbortSignal): Promise<void> {
  const { backUpSqlite } = await import('./engines/back-up-sqlite.ts');
  await backUpSqlite(directory, file, signal);
}

/** Whether there is one to open; a server is tried when it is opened. */
export function hasDatabase({
  databaseUrl,
  dataDirectory,
}: Pick<StorageOptions, 'databaseUrl' | 'dataDirectory'>): boolean {
  return databaseUrl !== null || existsSync(join(dataDirectory, databaseFile));
}

/** Only the engine that is used is loaded. */
async function openEngine(options: StorageOptions): Promise<Engine> {
  const { databaseUrl, dataDirectory, statementTimeoutMs, onStatement: log } = options;
  if (databaseUrl === null) {
    const { openSqlite } = await import('./engines/sqlite-engine.ts');
    return openSqlite({ directory: dataDirectory, log, statementTimeoutMs });
  }
  const { openPostgres } = await import('./engines/postgres-engine.ts');
  return openPostgres({ ...options, url: databaseUrl, log });
}

export function createStores(
  engine: Engine,
  indexes: ReleaseIndexes = createReleaseIndexes(engine, { cacheBytes: defaultIndexCacheBytes }),
): Stores {
  return {
    ...createWrittenStores(engine),
    catalogs: translateErrors(createCatalogStore(engine, indexes), engine),
    products: translateErrors(createProductStore(engine, indexes), engine),
    nodes: translateErrors(createNodeStore(engine, indexes), engine),
    files: translateErrors(createFileStore(engine), engine),
    releases: translateErrors(createReleaseStore(engine), engine),
    signingKeys: translateErrors(createSigningKeyStore(engine), engine),
    transactions: translateErrors(createTransactions(engine), engine),
    webhooks: translateErrors(createWebhookStore(engine), engine),
    mirror: translateErrors(createMirrorStore(engine), engine),
  };
}

function createWrittenStores(engine: Engine): WrittenStores {
  return {
    subscriptions: translateErrors(createSubscriptionStore(engine), engine),
    applicationKeys: translateErrors(createApplicationKeyStore(engine), engine),
    customFields: translateErrors(createCustomFieldStore(engine), engine),
    idempotencyKeys: translateErrors(createIdempotencyKeyStore(engine), engine),
  };
}

/** Of stores over an engine that is bound to one. */
function createTransactions(engine: Engine): Transactions {
  const bound = (transaction: Engine['writer']) => ({ ...engine, reader: transaction, writer: transaction });
  return {
    run: (budget, work) =>
      inTransaction(engine, (transaction) => work(createWrittenStores(bound(transaction))), budget),
  };
}

/** Who has much to do is there: sending requests elsewhere would leave more for the others. */
function unlessBusy(error: unknown): void {
  if (!(error instanceof BusyServer)) throw error;
}
