import { lstat, mkdtemp, readdir, rm, statfs, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DomainError } from '../domain/errors.ts';
import { ImportError } from './import-error.ts';

export interface TemporaryFolder {
  readonly path: string;
  /** Removes it with all that is in it. */
  close(): Promise<void>;
}

const prefix = 'gateway-import-';
const touchMs = 60_000;
/** A folder that was touched before that is nobody's any more: its process was killed. */
const abandonedMs = 3_600_000;

/** In TMPDIR, for what is put aside: gigabytes, of large catalogs. @throws ImportError where there can't be one */
export async function openTemporaryFolder(): Promise<TemporaryFolder> {
  const path = await makeFolder();
  const touching = setInterval(() => void touch(path), touchMs);
  touching.unref();
  // A disk on another machine has given it the time of that one's clock, which may be an hour late.
  await touch(path);
  await removeAbandoned();
  return {
    path,
    async close() {
      clearInterval(touching);
      await rm(path, { recursive: true, force: true });
    },
  };
}

/** @throws ImportError where there can't be one, or its disk is full: neither the code of such an error nor its path names TMPDIR */
export async function inTemporaryFolder<Result>(run: (path: string) => Promise<Result>): Promise<Result> {
  const folder = await openTemporaryFolder();
  try {
    return await run(folder.path);
  } catch (error) {
    const isOfNoFile = hasCode(error, ['SQLITE_CANTOPEN']);
    if (!isOfNoFile && !hasCode(error, ['ENOSPC', 'SQLITE_FULL'])) throw error;
    // Of the stores' disk only what stores throw can be, and SQLite does not say why it can't make a file. Of what was put aside, it has
    // taken some back by now, so that there is space again.
    if ((isOfNoFile || error instanceof DomainError) && !(await isFull(folder.path))) throw error;
    throw noSpace(error);
  } finally {
    await folder.close();
  }
}

async function makeFolder(): Promise<string> {
  try {
    return await mkdtemp(join(tmpdir(), prefix));
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    if (code === 'ENOSPC') throw noSpace(cause);
    throw new ImportError(`TMPDIR must be a folder that can be written, but is '${tmpdir()}' (${code}).`, { cause });
  }
}

async function touch(path: string): Promise<void> {
  const now = new Date();
  // It may be closed meanwhile.
  await utimes(path, now, now).catch(() => undefined);
}

/**
 * A process that is killed leaves its folder, and one that is started again and again would fill the disk with them. Nothing fails
 * for one that can't be removed: others may remove it as well, and some TMPDIR can't be listed.
 */
async function removeAbandoned(): Promise<void> {
  const names = await readdir(tmpdir()).catch(() => []);
  for (const name of names.filter((each) => each.startsWith(prefix))) {
    const path = join(tmpdir(), name);
    const isNobodys = await isAbandoned(path).catch(() => false);
    if (isNobodys) await rm(path, { recursive: true, force: true }).catch(() => undefined);
  }
}

/** Those of other users stay theirs. */
async function isAbandoned(path: string): Promise<boolean> {
  const found = await lstat(path);
  return found.isDirectory() && found.uid === process.getuid?.() && Date.now() - found.mtimeMs > abandonedMs;
}

function noSpace(cause: unknown): ImportError {
  const sentence = `There is no space left, or no inode, on the disk of TMPDIR ('${tmpdir()}'), where what is read is put aside. Nothing was changed.`;
  return new ImportError(sentence, { cause });
}

/** Its own, or that of what caused it. */
function hasCode(error: unknown, codes: readonly string[]): boolean {
  if (!(error instanceof Error)) return false;
  return ('code' in error && codes.includes(String(error.code))) || hasCode(error.cause, codes);
}

/** What could not be written took less than that. */
const leastFreeBytes = 1_000_000;

async function isFull(folder: string): Promise<boolean> {
  const { bavail, bsize, files, ffree } = await statfs(folder);
  // Some file systems make inodes as they are needed, and count none.
  return bavail * bsize < leastFreeBytes || (files > 0 && ffree === 0);
}
