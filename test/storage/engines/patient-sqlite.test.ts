import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import Sqlite, { type Database } from 'better-sqlite3';
import { sql } from 'kysely';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { patientSqlite, withPatience } from '../../../src/storage/engines/patient-sqlite.ts';
import { openKysely } from '../../../src/storage/engines/sqlite-kysely.ts';

let file: string;
/** Another process, as far as SQLite is concerned. */
let other: Database;

function open(patienceMs: number, sync = async () => {}) {
  const database = new Sqlite(file, { timeout: 0 });
  const opened = openKysely(patientSqlite({ database, patienceMs, sync }), undefined);
  const kysely = opened.withTables<{ note: { text: string } }>();
  onTestFinished(() => kysely.destroy());
  const write = (text: string) => kysely.insertInto('note').values({ text }).execute();
  const writeTwo = () =>
    kysely.transaction().execute(async (transaction) => {
      await transaction.insertInto('note').values({ text: 'one' }).execute();
      await transaction.insertInto('note').values({ text: 'two' }).execute();
    });
  return { database, kysely, write, writeTwo };
}

const listNotes = () => other.prepare('select text from note').pluck().all();

beforeEach(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'gateway-test-'));
  file = join(folder, 'test.db');
  other = new Sqlite(file);
  other.pragma('journal_mode = wal');
  other.exec('create table note (text text)');
  onTestFinished(async () => {
    other.close();
    await rm(folder, { recursive: true });
  });
});

describe('while another process has the write lock', () => {
  beforeEach(() => void other.exec('begin immediate'));

  it.each<[string, (opened: ReturnType<typeof open>) => Promise<unknown>, string[]]>([
    ['a statement', ({ write }) => write('one'), ['one']],
    ['a transaction', ({ writeTwo }) => writeTwo(), ['one', 'two']],
    [
      'a piece of a bulk load',
      ({ database }) => {
        const insert = database.transaction(() => database.exec("insert into note values ('one')"));
        return withPatience({ patienceMs: 5000 }, () => insert.immediate());
      },
      ['one'],
    ],
  ])('%s waits without stopping the process, and is then done once', async (_, write, expected) => {
    let isDone = false;
    const writing = write(open(5000)).then(() => {
      isDone = true;
    });
    for (let turn = 0; turn < 20; turn += 1) await nextTurn();
    expect(isDone).toBe(false);
    other.exec('commit');
    await writing;
    expect(listNotes()).toEqual(expected);
  });

  it('a write that has lost its patience fails as SQLite says, and changes nothing', async () => {
    const { write, writeTwo } = open(20);
    await expect(write('one')).rejects.toMatchObject({ code: 'SQLITE_BUSY' });
    await expect(writeTwo()).rejects.toMatchObject({ code: 'SQLITE_BUSY' });
    other.exec('commit');
    await write('three');
    expect(listNotes()).toEqual(['three']);
  });

  it('the patience of all who wait ends together, however many stand before one', async () => {
    const { write, writeTwo } = open(200);
    const failedAfter: number[] = [];
    const begun = performance.now();
    const writing = [write, writeTwo, write, writeTwo, write].map((writeOne) =>
      writeOne('one').catch(() => failedAfter.push(performance.now() - begun)),
    );
    await Promise.all(writing);
    expect(failedAfter).toHaveLength(5);
    expect(Math.max(...failedAfter)).toBeLessThan(2 * 200);
    other.exec('commit');
    expect(listNotes()).toEqual([]);
  });
});

it('a transaction that fails leaves the lock free', async () => {
  const { kysely } = open(5000);
  const failing = kysely.transaction().execute(async (transaction) => {
    await transaction.insertInto('note').values({ text: 'one' }).execute();
    await sql`insert into missing values (1)`.execute(transaction);
  });
  await expect(failing).rejects.toThrow('no such table');
  other.exec("insert into note values ('other')");
  expect(listNotes()).toEqual(['other']);
});

describe('who has written', () => {
  it('is told when the disk has it, and does not keep others from writing meanwhile', async () => {
    const syncs: PromiseWithResolvers<void>[] = [];
    const { write, writeTwo } = open(5000, () => {
      const { promise, ...settle } = Promise.withResolvers<void>();
      syncs.push({ promise, ...settle });
      return promise;
    });
    const told: string[] = [];
    const writing = [
      write('zero').then(() => told.push('the statement')),
      writeTwo().then(() => told.push('the transaction')),
    ];
    while (syncs.length < 2) await nextTurn();
    expect(listNotes()).toEqual(['zero', 'one', 'two']);
    expect(told).toEqual([]);
    syncs[1]?.resolve();
    await writing[1];
    expect(told).toEqual(['the transaction']);
    syncs[0]?.resolve();
    await Promise.all(writing);
  });

  it('is told when the disk has failed', async () => {
    const { write, writeTwo } = open(5000, () => Promise.reject(new Error('no disk')));
    await expect(write('one')).rejects.toThrow('no disk');
    await expect(writeTwo()).rejects.toThrow('no disk');
  });

  it('harms no other with a row that fails', async () => {
    const { kysely, write } = open(5000);
    const failing = sql`insert into note values (json('{'))`.execute(kysely);
    const settled = await Promise.allSettled([write('one'), failing, write('two')]);
    expect(settled.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(listNotes()).toEqual(['one', 'two']);
  });
});

it('who only reads waits for no disk', async () => {
  const { kysely } = open(5000, () => Promise.reject(new Error('no disk')));
  expect(await kysely.selectFrom('note').selectAll().execute()).toEqual([]);
});
