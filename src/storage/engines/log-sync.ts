/**
 * Syncs SQLite's write-ahead log, for all who have written to it since the last sync began: many commits share one, and the requests'
 * thread goes on meanwhile. SQLite itself would sync at each commit, and stop the thread for it.
 *
 * It is the sync that `synchronous = full` does after a commit. With `normal`, which these connections have, SQLite still syncs the log
 * before its pages are copied into the database, and the database before the log is written from its beginning again
 * (sqlite.org/pragma.html#pragma_synchronous): what was committed is either in the log that is synced here, or in the database.
 */
import { closeSync, fdatasync, fsyncSync, openSync, realpathSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

export interface LogSync {
  /** Resolves when all that was committed before is on the disk. @throws SyncError */
  readonly sync: () => Promise<void>;
  /** Resolves when the sync ends that runs now, however; null: none does. */
  readonly running: () => Promise<void> | null;
  /** @throws Error when the database or its log is no longer the file at its place: nobody will find there what is written */
  readonly expectFiles: () => void;
  /** May be called again. */
  close(): Promise<void>;
}

/** Named as SQLite names it: what was committed may be on the disk, or not. */
class SyncError extends Error {
  override readonly name = 'SyncError';
  readonly code = 'SQLITE_IOERR_FSYNC';
}

export interface LogSyncOptions {
  /** The database's; its log must be there already. */
  readonly file: string;
  /**
   * Puts all of the log into the database, and empties it; false: it can't be done now. After a failed sync the kernel may hold for
   * written what the disk has never got, and says so once.
   */
  readonly emptyLog: () => boolean;
  readonly syncFile?: (descriptor: number) => Promise<void>;
}

export function createLogSync({ file, emptyLog, syncFile = syncData }: LogSyncOptions): LogSync {
  // Where the database is a link, SQLite has its log beside the file that this leads to.
  const logFile = `${realpathSync(file)}-wal`;
  syncFolder(dirname(logFile));
  const descriptor = openSync(logFile, 'r+');
  const expectFiles = rememberFiles([file, logFile]);
  let hasFailed = false;

  async function syncOnce(): Promise<void> {
    try {
      expectFiles();
      if (hasFailed && !emptyLog()) throw new Error('The log holds what could not be synced.');
      hasFailed = false;
      await syncFile(descriptor);
    } catch (cause) {
      hasFailed = true;
      throw new SyncError('The log could not be synced.', { cause });
    }
  }

  const { sync, running } = shared(syncOnce);
  async function end(): Promise<void> {
    // Of a disk that fails, those who have written were told.
    await sync().catch(() => undefined);
    closeSync(descriptor);
  }

  let ended: Promise<void> | null = null;
  return {
    sync,
    running,
    expectFiles,
    close() {
      ended ??= end();
      return ended;
    },
  };
}

/** What is wanted while it runs is done by the next run, once for all who want it. */
function shared(run: () => Promise<void>): Pick<LogSync, 'sync' | 'running'> {
  let waiting: PromiseWithResolvers<void>[] = [];
  let running: Promise<void> | null = null;

  async function runForAll(): Promise<void> {
    while (waiting.length > 0) {
      const group = waiting;
      waiting = [];
      const failure = run().then(
        () => null,
        (error: unknown) => ({ error }),
      );
      running = failure.then(() => undefined);
      const failed = await failure;
      for (const { resolve, reject } of group) failed ? reject(failed.error) : resolve();
    }
    running = null;
  }

  return {
    running: () => running,
    sync() {
      const waiter = Promise.withResolvers<void>();
      waiting.push(waiter);
      if (!running) void runForAll();
      return waiter.promise;
    },
  };
}

/** Answers what throws when they are others than now: SQLite goes on with a file that was removed or replaced, as long as it is open. */
function rememberFiles(paths: readonly string[]): () => void {
  const idsOf = () => paths.map(idOfFile);
  const known = idsOf();
  return () => {
    const changed = idsOf().findIndex((id, at) => id !== known[at]);
    if (changed >= 0) throw new Error(`${paths[changed]} was removed or replaced since it was opened.`);
  };
}

/** Null: there is none. */
function idOfFile(path: string): string | null {
  const found = statSync(path, { bigint: true, throwIfNoEntry: false });
  return found ? `${found.dev} ${found.ino}` : null;
}

function syncData(descriptor: number): Promise<void> {
  return new Promise((resolve, reject) => fdatasync(descriptor, (error) => (error ? reject(error) : resolve())));
}

/** A file is only there after a crash when its folder says so. */
function syncFolder(path: string): void {
  // Windows syncs no folders.
  if (process.platform === 'win32') return;
  const descriptor = openSync(path, 'r');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
