import { fstatSync } from 'node:fs';
import { copyFile, mkdtemp, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import Sqlite, { type Database } from 'better-sqlite3';
import { beforeEach, expect, it, onTestFinished } from 'vitest';
import { createLogSync } from '../../../src/storage/engines/log-sync.ts';

let file: string;
let database: Database;

beforeEach(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'gateway-test-'));
  file = join(folder, 'test.db');
  database = new Sqlite(file);
  database.pragma('journal_mode = wal');
  database.exec('create table note (text text)');
  onTestFinished(async () => {
    database.close();
    await rm(folder, { recursive: true });
  });
});

/** With a disk that syncs when it is told to. */
function open(emptyLog = () => true) {
  const syncs: PromiseWithResolvers<void>[] = [];
  const log = createLogSync({
    file,
    emptyLog,
    syncFile() {
      const sync = Promise.withResolvers<void>();
      syncs.push(sync);
      return sync.promise;
    },
  });
  onTestFinished(async () => {
    const closing = log.close();
    for (let index = 0; index < 3; index += 1) {
      for (const { resolve } of syncs) resolve();
      await nextTurn();
    }
    await closing;
  });
  return { log, syncs };
}

it('who comes while a sync runs shares the next one, which begins when that one has ended', async () => {
  const { log, syncs } = open();
  const told: string[] = [];
  const tell = (who: string) => log.sync().then(() => told.push(who));
  const all = [tell('first'), tell('second'), tell('third')];
  await nextTurn();
  expect(syncs).toHaveLength(1);
  syncs[0]?.resolve();
  await nextTurn();
  expect(told).toEqual(['first']);
  expect(syncs).toHaveLength(2);
  syncs[1]?.resolve();
  await Promise.all(all);
  expect(told).toEqual(['first', 'second', 'third']);
});

it('says that a sync runs until it has ended, also where it fails', async () => {
  const { log, syncs } = open();
  expect(log.running()).toBeNull();
  const failing = log.sync();
  const running = log.running();
  syncs[0]?.reject(new Error('EIO'));
  await expect(failing).rejects.toThrow('could not be synced');
  await running;
  await nextTurn();
  expect(log.running()).toBeNull();
});

it('a sync that fails is told to all who share it, as what SQLite could not sync', async () => {
  const { log, syncs } = open();
  const first = log.sync();
  const [second, third] = [log.sync(), log.sync()];
  syncs[0]?.resolve();
  await first;
  await nextTurn();
  syncs[1]?.reject(new Error('EIO'));
  await expect(second).rejects.toMatchObject({ code: 'SQLITE_IOERR_FSYNC' });
  await expect(third).rejects.toMatchObject({ code: 'SQLITE_IOERR_FSYNC' });
});

it('after a sync that failed nothing counts as synced until the log has been emptied', async () => {
  let canEmpty = false;
  const { log, syncs } = open(() => canEmpty);
  const failed = log.sync();
  syncs[0]?.reject(new Error('EIO'));
  await expect(failed).rejects.toThrow('could not be synced');
  await expect(log.sync()).rejects.toThrow('could not be synced');
  expect(syncs).toHaveLength(1);
  canEmpty = true;
  const synced = log.sync();
  await nextTurn();
  syncs[1]?.resolve();
  await synced;
  canEmpty = false;
  const later = log.sync();
  await nextTurn();
  syncs[2]?.resolve();
  await later;
});

it('is closed once, when all that was committed before is on the disk', async () => {
  const synced: number[] = [];
  const log = createLogSync({
    file,
    emptyLog: () => true,
    async syncFile(descriptor) {
      await nextTurn();
      expect(fstatSync(descriptor).isFile()).toBe(true);
      synced.push(descriptor);
    },
  });
  await Promise.all([log.close(), log.close()]);
  await log.close();
  expect(synced).toHaveLength(1);
  expect(() => fstatSync(synced[0] ?? -1)).toThrow('EBADF');
});

it.each<[string, () => Promise<void>]>([
  ['the database was removed', () => rm(file)],
  ['the database was replaced', () => copyFile(file, `${file}-other`).then(() => rename(`${file}-other`, file))],
  ['the log was removed', () => rm(`${file}-wal`)],
])('nothing counts as synced where %s', async (_, change) => {
  const { log, syncs } = open();
  log.expectFiles();
  await change();
  expect(log.expectFiles).toThrow('removed or replaced');
  for (const _ of [1, 2]) await expect(log.sync()).rejects.toMatchObject({ code: 'SQLITE_IOERR_FSYNC' });
  expect(syncs).toEqual([]);
});
