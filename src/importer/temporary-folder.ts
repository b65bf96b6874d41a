import { mkdtemp, rm, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ImportError } from './import-catalogs.ts';

/**
 * A folder in TMPDIR for what is put aside, which is gone afterwards.
 * @throws ImportError where there can't be one, or its disk is full: neither the code of such an error nor its path names TMPDIR
 */
export async function inTemporaryFolder<Result>(run: (folder: string) => Promise<Result>): Promise<Result> {
  const folder = await makeFolder();
  try {
    return await run(folder);
  } catch (error) {
    if (!isOfFullDisk(error) || !(await isFull(folder))) throw error;
    throw noSpace(error);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function makeFolder(): Promise<string> {
  try {
    return await mkdtemp(join(tmpdir(), 'gateway-import-'));
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    if (code === 'ENOSPC') throw noSpace(cause);
    throw new ImportError(`TMPDIR must be a folder that can be written, but is '${tmpdir()}' (${code}).`, { cause });
  }
}

function noSpace(cause: unknown): ImportError {
  const sentence = `There is no space left on the disk of TMPDIR ('${tmpdir()}'), where what is read is put aside. Nothing was changed.`;
  return new ImportError(sentence, { cause });
}

/** The database's disk is another one, mostly. */
function isOfFullDisk(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error ? error.code : undefined;
  return code === 'ENOSPC' || code === 'SQLITE_FULL' || isOfFullDisk(error.cause);
}

/** What could not be written took less than that. */
const leastFreeBytes = 1_000_000;

async function isFull(folder: string): Promise<boolean> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize < leastFreeBytes;
}
