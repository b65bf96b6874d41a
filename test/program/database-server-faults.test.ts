/** What may happen to the PostgreSQL server itself, and to the client, while they talk to the gateway. */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import { expectDone, expectUnavailable, type FaceAnswer } from '../support/both-faces.ts';
import { facesOf } from '../support/faces-of-app.ts';
import {
  countSubscriptions,
  database,
  direct,
  expectAllDone,
  faces,
  untilKeyIsFree,
  untilLocked,
  useFaultyGateway,
  write,
} from '../support/faulty-gateway.ts';
import { startApp } from '../support/running-app.ts';

useFaultyGateway();

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
    const waiting: Promise<FaceAnswer>[] = [];
    for (const name of ['GraphQL, an insert', 'REST, an insert']) {
      waiting.push(others.writes[name]?.() as Promise<FaceAnswer>);
      // At once they would be one statement.
      await untilLocked(waiting.length);
    }
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
