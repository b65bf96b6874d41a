/**
 * What may happen between the gateway and its PostgreSQL server, with both in reach: each fault is answered by 503 on both
 * faces, half-writes nothing, and is over when its cause is, without a restart.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest';
import { demoCredentials } from '../../src/demo/application-keys.ts';
import { type RunningApp, startApp } from '../server/running-app.ts';
import { askBothFaces, type BothFaces, expectDone, expectUnavailable, type FaceAnswer } from '../support/both-faces.ts';
import { type DatabaseProxy, openDatabaseProxy } from '../support/database-proxy.ts';
import { createTestDatabase, type TestDatabase } from '../support/test-databases.ts';

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
  const issued = await app.tokens.issue(demoCredentials.clientId, 'client_credentials', new Date());
  faces = askBothFaces({ url: app.url, token: issued?.accessToken ?? '' });
});
afterAll(async () => {
  await app.close();
  proxy.close();
  await direct.end();
  await database.drop();
});

afterEach(async () => {
  await proxy.mend();
  await untilReady();
});

const all = () => Object.entries({ ...faces.reads, ...faces.writes });

async function countSubscriptions(): Promise<number> {
  const { rows } = await direct.query('select count(*)::int as n from subscription');
  return rows[0].n;
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
        const write = faces.writes[name];
        const before = await countSubscriptions();
        const broken = proxy.breakAt(statements[name.includes('insert') ? 'an insert' : 'an update'], when, 'reset');
        expectUnavailable((await write?.()) as FaceAnswer, unknown);
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
      (['reset', 'silence'] as const).map((fault) => ({ text, when, fault })),
    ),
  );
  /** Silence lasts as long as a time-out: one face is enough. */
  const inserts = { reset: ['GraphQL, an insert', 'REST, an insert'], silence: ['REST, an insert'] };

  it.each(breaks)(
    'breaks at $text, $when the server has run it ($fault), happens once when it is sent again',
    async (at) => {
      for (const name of inserts[at.fault]) {
        const before = await countSubscriptions();
        const idempotencyKey = randomUUID();
        const broken = proxy.breakAt(at.text, at.when, at.fault);
        expectUnavailable((await faces.writes[name]?.({ idempotencyKey })) as FaceAnswer, unknown);
        await broken;
        const isCommitted = at.text === 'commit' && at.when === 'after';
        expect(await countSubscriptions()).toBe(before + Number(isCommitted));
        const [second, third] = [
          await untilKeyIsFree(name, idempotencyKey),
          await faces.writes[name]?.({ idempotencyKey }),
        ];
        expect(second.isReplayed).toBe(isCommitted);
        expect(third).toMatchObject({ isReplayed: true, id: second.id });
        expect(await countSubscriptions()).toBe(before + 1);
      }
    },
  );

  /** A server that does not see its client go keeps the key for some seconds: 409 until then. */
  async function untilKeyIsFree(name: string, idempotencyKey: string): Promise<FaceAnswer> {
    for (let attempt = 0; attempt < 100; attempt += 1) {
      const answer = (await faces.writes[name]?.({ idempotencyKey })) as FaceAnswer;
      if (!answer.text.includes('still running')) {
        expectDone(answer);
        return answer;
      }
      await sleep(100);
    }
    throw new Error('The key stayed locked.');
  }
});
