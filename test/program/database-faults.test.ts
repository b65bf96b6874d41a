/**
 * What may happen between the gateway and its PostgreSQL server, with both in reach: each fault is answered by 503 on both
 * faces, half-writes nothing, and is over when its cause is, without a restart.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, inject, it, onTestFinished } from 'vitest';
import { type RunningApp, startApp } from '../server/running-app.ts';
import {
  type AskOptions,
  type BothFaces,
  expectDone,
  expectUnavailable,
  type FaceAnswer,
} from '../support/both-faces.ts';
import { type DatabaseProxy, openDatabaseProxy } from '../support/database-proxy.ts';
import { facesOf } from '../support/faces-of-app.ts';
import { createTestDatabase, type TestDatabase } from '../support/test-databases.ts';

/** `npm run test:faults` */
const isThorough = process.env.FAULTS === 'all';

let database: TestDatabase;
/** Past the proxy. */
let direct: pg.Client;
let proxy: DatabaseProxy;
let app: RunningApp;
let faces: BothFaces;

beforeAll(async () => {
  database = await createTestDatabase(inject('postgresUrl'));
  direct = new pg.Client({ connectionString: database.url });
  await direct.connect();
  proxy = await openDatabaseProxy(database.url);
  app = await startApp({ DATABASE_URL: proxy.url, MAX_CONNECTIONS: '3', STATEMENT_TIMEOUT_MS: '1000' });
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

const all = () => Object.entries({ ...faces.reads, ...faces.writes });

function write(name: string, options?: AskOptions): Promise<FaceAnswer> {
  const ask = faces.writes[name];
  if (!ask) throw new Error(`There is no write '${name}'.`);
  return ask(options);
}

async function countSubscriptions(): Promise<number> {
  const { rows } = await direct.query('select count(*)::int as n from subscription');
  return rows[0].n;
}

/** A server that does not see its client go keeps the key for some seconds: 409 until then. */
async function untilKeyIsFree(name: string, idempotencyKey: string): Promise<FaceAnswer> {
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
async function untilLocked(statements: number): Promise<void> {
  for (let attempt = 0; attempt < 500; attempt += 1) {
    const { rows } = await direct.query(`select count(*)::int as n from pg_locks
      where not granted and database = (select oid from pg_database where datname = current_database())`);
    if (rows[0].n >= statements) return;
    await sleep(10);
  }
  throw new Error('Nothing waits for the lock.');
}

/** Connections that broke are noticed when they are used, and that takes a time-out. */
async function untilReady(): Promise<void> {
  for (let attempt = 0; attempt < 100; attempt += 1) {
    const [live, ready] = await faces.health();
    expect(live).toBe(200);
    if (ready === 200) return;
    await sleep(100);
  }
  throw new Error('The gateway did not get ready again.');
}

async function expectAllDone(): Promise<void> {
  const before = await countSubscriptions();
  for (const [, ask] of all()) expectDone(await ask());
  expect(await countSubscriptions()).toBe(before + 2);
}

it('every request is answered while nothing is broken', expectAllDone);

describe('while the database', () => {
  const outages: Record<string, { begin: () => void }> = {
    'is gone': { begin: () => proxy.refuse() },
    'is a black hole': { begin: () => proxy.silence() },
    'takes longer than a statement may': { begin: () => proxy.delay(1500) },
  };

  it.each(Object.keys(outages))('%s, all is 503 but liveness; then all works again', async (name) => {
    const before = await countSubscriptions();
    outages[name]?.begin();
    // The open connections, one after the other, and then new ones.
    expect(await faces.health()).toEqual([200, 503]);
    const answers = await Promise.all(all().map(([, ask]) => ask()));
    for (const answer of answers) expectUnavailable(answer);
    await proxy.mend();
    await untilReady();
    expect(await countSubscriptions()).toBe(before);
    await expectAllDone();
  });
});

describe('a server', () => {
  /** Opened by the gateway from now on. */
  const renewConnections = async () => {
    await direct.query(`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`);
    await sleep(50);
  };

  it('that is a standby for the moment refuses writes, and answers reads', async () => {
    const { pathname } = new URL(database.url);
    const before = await countSubscriptions();
    await direct.query(`alter database ${pathname.slice(1)} set default_transaction_read_only = on`);
    await renewConnections();
    for (const ask of Object.values(faces.writes)) {
      expectUnavailable(await ask());
      expectUnavailable(await ask({ idempotencyKey: randomUUID() }));
    }
    for (const ask of Object.values(faces.reads)) expectDone(await ask());
    expect(await faces.health()).toEqual([200, 200]);
    expect(await countSubscriptions()).toBe(before);
    await direct.query('set default_transaction_read_only = off');
    await direct.query(`alter database ${pathname.slice(1)} reset default_transaction_read_only`);
    await renewConnections();
    await expectAllDone();
  });

  it('whose disk is full refuses inserts, and answers reads', async () => {
    const before = await countSubscriptions();
    await direct.query(`create function full_disk() returns trigger language plpgsql as
      $$ begin raise 'could not extend file "CANARY"' using errcode = 'disk_full'; end $$;
      create trigger full_disk after insert on subscription execute function full_disk()`);
    for (const name of ['GraphQL, an insert', 'REST, an insert']) {
      expectUnavailable(await write(name), /^The store can not be reached for the moment\. Try again\.$/);
      expectUnavailable(await write(name, { idempotencyKey: randomUUID() }));
    }
    for (const ask of Object.values(faces.reads)) expectDone(await ask());
    expect(await countSubscriptions()).toBe(before);
    await direct.query('drop function full_disk cascade');
    await expectAllDone();
  });

  it('that lets a write wait for a lock for longer than a statement may, undoes it', async () => {
    const before = await countSubscriptions();
    await direct.query('begin; lock table subscription in access exclusive mode');
    const answers = ['GraphQL, an insert', 'REST, an insert'].map((name) => write(name));
    for (const answer of await Promise.all(answers)) {
      expectUnavailable(answer, /^The store can not be reached for the moment\. Try again\.$/);
    }
    await direct.query('rollback');
    expect(await countSubscriptions()).toBe(before);
    await expectAllDone();
  });

  it('whose connections are all in use is waited for for a second', async () => {
    const patient = await startApp({ DATABASE_URL: database.url, MAX_CONNECTIONS: '2', STATEMENT_TIMEOUT_MS: '20000' });
    onTestFinished(() => patient.close());
    const others = await facesOf(patient);
    const before = await countSubscriptions();
    await direct.query('begin; lock table subscription in access exclusive mode');
    const waiting = ['GraphQL, an insert', 'REST, an insert'].map(
      (name) => others.writes[name]?.() as Promise<FaceAnswer>,
    );
    await untilLocked(2);
    const asks = Object.values({ ...others.reads, ...others.writes });
    for (const answer of await Promise.all(asks.map((ask) => ask()))) expectUnavailable(answer);
    expect(await others.health()).toEqual([200, 503]);
    await direct.query('rollback');
    for (const answer of await Promise.all(waiting)) expectDone(answer);
    for (const ask of asks) expectDone(await ask());
    expect(await countSubscriptions()).toBe(before + 4);
  });
});

describe('a client that goes away', () => {
  it.each(['GraphQL, an insert', 'REST, an insert'])(
    'in the middle of a mutation (%s) finds it done once',
    async (name) => {
      const before = await countSubscriptions();
      const idempotencyKey = randomUUID();
      await direct.query('begin; lock table subscription in access exclusive mode');
      const client = new AbortController();
      const gone = write(name, { idempotencyKey, signal: client.signal });
      await untilLocked(1);
      client.abort();
      await expect(gone).rejects.toThrow();
      await direct.query('rollback');
      const { isReplayed } = await untilKeyIsFree(name, idempotencyKey);
      expect(isReplayed).toBe(true);
      expect(await countSubscriptions()).toBe(before + 1);
    },
  );

  it('in the middle of a query leaves the gateway as it was', async () => {
    await direct.query('begin; lock table application_key in access exclusive mode');
    const client = new AbortController();
    const names = ['GraphQL, a field that may be null', 'REST, billing'];
    const gone = names.map((name) => faces.reads[name]?.({ signal: client.signal }) as Promise<FaceAnswer>);
    await untilLocked(2);
    client.abort();
    for (const answer of await Promise.allSettled(gone)) expect(answer.status).toBe('rejected');
    await direct.query('rollback');
    await expectAllDone();
  });
});

describe('a connection', () => {
  it('that is reset while nobody uses it is replaced, and nobody notices', async () => {
    await Promise.all(all().map(([, ask]) => ask()));
    proxy.reset();
    await sleep(50);
    await expectAllDone();
  });

  const statements = { 'an insert': 'insert into "subscription"', 'an update': 'update "application_key"' };
  const unknown = /whether the write was done is not known\. Look before you send it again/;

  describe.each(['before', 'after'] as const)('that breaks %s the server has run a statement', (when) => {
    it.each(['GraphQL, an insert', 'GraphQL, an update', 'REST, an insert', 'REST, an update'] as const)(
      '%s: 503, and the client is told that nobody knows',
      async (name) => {
        const before = await countSubscriptions();
        const broken = proxy.breakAt(statements[name.includes('insert') ? 'an insert' : 'an update'], when, 'reset');
        expectUnavailable(await write(name), unknown);
        await broken;
        expect(await countSubscriptions()).toBe(before + Number(when === 'after' && name.includes('insert')));
        await expectAllDone();
      },
    );
  });
});

describe('a write under an idempotency key whose connection', () => {
  const unknown =
    /whether the write was done is not known\. Send it again with the same idempotency key: it happens once/;
  const breaks = ['insert into "subscription"', 'insert into "idempotency_key"', 'commit'].flatMap((text) =>
    (['before', 'after'] as const).flatMap((when) =>
      // Silence lasts as long as a time-out.
      (text === 'commit' || isThorough ? (['reset', 'silence'] as const) : (['reset'] as const)).map((fault) => ({
        text,
        when,
        fault,
      })),
    ),
  );
  const inserts = { reset: ['GraphQL, an insert', 'REST, an insert'], silence: ['REST, an insert'] };

  it.each(breaks)(
    'breaks at $text, $when the server has run it ($fault), happens once when it is sent again',
    async (at) => {
      for (const name of inserts[at.fault]) {
        const before = await countSubscriptions();
        const idempotencyKey = randomUUID();
        const broken = proxy.breakAt(at.text, at.when, at.fault);
        expectUnavailable(await write(name, { idempotencyKey }), unknown);
        await broken;
        const isCommitted = at.text === 'commit' && at.when === 'after';
        expect(await countSubscriptions()).toBe(before + Number(isCommitted));
        const [second, third] = [await untilKeyIsFree(name, idempotencyKey), await write(name, { idempotencyKey })];
        expect(second.isReplayed).toBe(isCommitted);
        expect(third).toMatchObject({ isReplayed: true, id: second.id });
        expect(await countSubscriptions()).toBe(before + 1);
      }
    },
  );
});
