/** A gateway in this process whose way to PostgreSQL goes through a proxy that breaks it. */
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { type AskOptions, type BothFaces, expectDone, type FaceAnswer } from './both-faces.ts';
import { copyPostgres } from './copied-databases.ts';
import { type DatabaseProxy, openDatabaseProxy } from './database-proxy.ts';
import { facesOf } from './faces-of-app.ts';
import { type RunningApp, startApp } from './running-app.ts';
import type { TestDatabase } from './test-databases.ts';

export let database: TestDatabase;
/** Past the proxy. */
export let direct: pg.Client;
export let proxy: DatabaseProxy;
let app: RunningApp;
export let faces: BothFaces;

/** Opens it for the tests of a file, and holds after each that it works again. */
export function useFaultyGateway(): void {
  beforeAll(async () => {
    database = await copyPostgres('demo');
    direct = new pg.Client({ connectionString: database.url });
    await direct.connect();
    proxy = await openDatabaseProxy(database.url);
    app = await startApp({
      DATABASE_URL: proxy.url,
      MAX_CONNECTIONS: '3',
      STATEMENT_TIMEOUT_MS: '1000',
      // What is known for a second is answered while the database is away.
      ANSWER_CACHE_MB: '0',
    });
    faces = await facesOf(app);
  });
  afterAll(async () => {
    await app.close();
    proxy.close();
    await direct.end();
    await database.drop();
  });

  afterEach(async () => {
    // Of a test that failed: its locks go.
    await direct.query('rollback');
    await proxy.mend();
    await untilReady();
  });
}

export const all = () => Object.entries({ ...faces.reads, ...faces.writes });

export function write(name: string, options?: AskOptions): Promise<FaceAnswer> {
  const ask = faces.writes[name];
  if (!ask) throw new Error(`There is no write '${name}'.`);
  return ask(options);
}

export async function countSubscriptions(): Promise<number> {
  const { rows } = await direct.query('select count(*)::int as n from subscription');
  return rows[0].n;
}

/** A server that does not see its client go keeps the key for some seconds: 409 until then. */
export async function untilKeyIsFree(name: string, idempotencyKey: string): Promise<FaceAnswer> {
  for (let attempt = 0; attempt < 100; attempt += 1) {
    const answer = await write(name, { idempotencyKey });
    if (!answer.text.includes('still running')) {
      expectDone(answer);
      return answer;
    }
    await sleep(100);
  }
  throw new Error('The key stayed locked.');
}

/** Until that many statements of the gateway wait for a lock. */
export async function untilLocked(statements: number): Promise<void> {
  for (let attempt = 0; attempt < 500; attempt += 1) {
    const { rows } = await direct.query(`select count(*)::int as n from pg_locks
      where not granted and database = (select oid from pg_database where datname = current_database())`);
    if (rows[0].n >= statements) return;
    await sleep(10);
  }
  throw new Error('Nothing waits for the lock.');
}

/** Connections that broke are noticed when they are used, and that takes a time-out; what began to be read before may fail a moment after. */
export async function untilReady(): Promise<void> {
  for (let attempt = 0; attempt < 100; attempt += 1) {
    const [live, ready] = await faces.health();
    expect(live).toBe(200);
    if (ready === 200 && (await isCatalogShown())) return;
    await sleep(100);
  }
  throw new Error('The gateway did not get ready again.');
}

async function isCatalogShown(): Promise<boolean> {
  const answers = await Promise.all(Object.values(faces.reads).map((ask) => ask()));
  return answers.every(({ status, body }) => status < 300 && body.errors === undefined);
}

export async function expectAllDone(): Promise<void> {
  const before = await countSubscriptions();
  for (const [, ask] of all()) expectDone(await ask());
  expect(await countSubscriptions()).toBe(before + 2);
}
