/** Statements that copy many rows run beside the thread that sends them. SQLite's alone: a server does so anyway. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import Sqlite from 'better-sqlite3';
import { CompiledQuery } from 'kysely';
import { beforeEach, expect, it, onTestFinished } from 'vitest';
import { createWriterThread } from '../../../src/storage/engines/writer-thread.ts';

let database: Sqlite.Database;
let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gateway-test-'));
  database = new Sqlite(join(folder, 'test.db'));
  database.pragma('journal_mode = wal');
  database.exec('create table note (number integer primary key)');
  return async () => {
    database.close();
    await rm(folder, { recursive: true });
  };
});

function open(onChange: (isThere: boolean) => void = () => undefined) {
  const thread = createWriterThread(join(folder, 'test.db'), onChange);
  onTestFinished(() => thread.close());
  return thread;
}

const numbers = `with recursive row (n) as (select ? union all select n + 1 from row where n < ?)
  insert into note select n from row`;
const insert = (from: number, to: number) => CompiledQuery.raw(numbers, [from, to]);
const count = () => database.prepare('select count(*) from note').pluck().get();

it('runs one statement after the other while its own thread goes on', async () => {
  const thread = open();
  let turns = 0;
  const running = Promise.all([thread.run(insert(1, 200_000)), thread.run(insert(200_001, 300_000))]);
  for (let isRunning = true; isRunning; turns += 1) {
    isRunning = await Promise.race([running.then(() => false), nextTurn(true)]);
  }
  expect(count()).toBe(300_000);
  expect(turns).toBeGreaterThan(100);
});

it('tells why a statement failed, as the driver does, and goes on', async () => {
  const thread = open();
  const failing = thread.run(insert(1, 1)).then(() => thread.run(insert(1, 1)));
  await expect(failing).rejects.toMatchObject({ code: 'SQLITE_CONSTRAINT_PRIMARYKEY' });
  await thread.run(insert(2, 2));
  expect(count()).toBe(2);
});

it('says when it begins and when it ends, and begins anew', async () => {
  const seen: boolean[] = [];
  const thread = open((isThere) => seen.push(isThere));
  await thread.close();
  expect(seen).toEqual([]);
  await thread.run(insert(1, 1));
  await thread.close();
  expect(seen).toEqual([true, false]);
  await thread.run(insert(2, 2));
  expect(seen).toEqual([true, false, true]);
});

it('settles what still waits when it is closed', async () => {
  const thread = open();
  const settled = Promise.allSettled([thread.run(insert(1, 1)), thread.run(insert(2, 2))]);
  await thread.close();
  for (const one of await settled) {
    if (one.status === 'rejected') expect(one.reason).toMatchObject({ message: 'The thread that copies has ended.' });
  }
});
