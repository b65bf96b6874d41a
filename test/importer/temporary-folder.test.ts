import { mkdir, mkdtemp, readdir, rm, stat, symlink, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { DomainError } from '../../src/domain/errors.ts';
import { ImportError } from '../../src/importer/import-error.ts';
import { inTemporaryFolder } from '../../src/importer/temporary-folder.ts';
import { mountSmallDisk } from '../support/small-disk.ts';

const full = Object.assign(new Error('database or disk is full'), { code: 'SQLITE_FULL' });

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gateway-test-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  onTestFinished(() => void vi.unstubAllEnvs());
  vi.stubEnv('TMPDIR', folder);
});

it('what is put aside is gone afterwards, also where the run fails', async () => {
  const run = async (put: string) => {
    await writeFile(join(put, 'file'), 'text');
    throw new Error('The run fails.');
  };
  await expect(inTemporaryFolder(run)).rejects.toThrow('The run fails.');
  expect(await readdir(folder)).toEqual([]);
});

it('a TMPDIR in which nothing can be made is named', async () => {
  const none = join(folder, 'none');
  vi.stubEnv('TMPDIR', none);
  const refused = new ImportError(`TMPDIR must be a folder that can be written, but is '${none}' (ENOENT).`);
  await expect(inTemporaryFolder(async () => 1)).rejects.toEqual(refused);
});

it('a full disk that is not that of TMPDIR is not said to be', async () => {
  const ofStore = new DomainError('UNAVAILABLE', 'The store can not be written.', [], { cause: full });
  await expect(inTemporaryFolder(() => Promise.reject(ofStore))).rejects.toBe(ofStore);
});

it('a full disk of TMPDIR is said to be, also where there is space again', async () => {
  const sentence = `There is no space left, or no inode, on the disk of TMPDIR ('${folder}'), where what is read is put aside. Nothing was changed.`;
  await expect(inTemporaryFolder(() => Promise.reject(full))).rejects.toEqual(new ImportError(sentence));
});

const noFile = Object.assign(new Error('unable to open database file'), { code: 'SQLITE_CANTOPEN' });

it('a file that can not be made elsewhere is not said to be one of TMPDIR', async () => {
  await expect(inTemporaryFolder(() => Promise.reject(noFile))).rejects.toBe(noFile);
});

const withoutInodes = mountSmallDisk(4, 2);
afterAll(() => withoutInodes?.remove());

// Only root may mount such a disk.
it.skipIf(!withoutInodes)('a disk of TMPDIR without an inode for another file is said to be full', async () => {
  vi.stubEnv('TMPDIR', withoutInodes?.path);
  const ofStores = new DomainError('UNAVAILABLE', 'The store can not be written.', [], { cause: noFile });
  await expect(inTemporaryFolder(() => Promise.reject(ofStores))).rejects.toThrow('no inode, on the disk of TMPDIR');
});

it('what processes that were killed have left is removed, and what others still write is not', async () => {
  const long = new Date(Date.now() - 2 * 3_600_000);
  const elsewhere = join(folder, 'elsewhere');
  for (const name of ['gateway-import-killed-one', 'gateway-import-running', 'gateway-run', 'elsewhere']) {
    await mkdir(join(folder, name));
    await writeFile(join(folder, name, 'staged.db'), 'text');
    if (name !== 'gateway-import-running') await utimes(join(folder, name), long, long);
  }
  await symlink(elsewhere, join(folder, 'gateway-import-link'));
  const during = await inTemporaryFolder(() => readdir(folder));
  expect(during.filter((name) => !/^gateway-import-\w{6}$/.test(name)).toSorted()).toEqual(
    ['elsewhere', 'gateway-import-link', 'gateway-import-running', 'gateway-run'].toSorted(),
  );
  expect(await readdir(elsewhere)).toEqual(['staged.db']);
});

it('a folder that is written for long is touched again and again', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  await inTemporaryFolder(async (path) => {
    const long = new Date(Date.now() - 2 * 3_600_000);
    await utimes(path, long, long);
    vi.advanceTimersByTime(60_000);
    await expect.poll(async () => (await stat(path)).mtimeMs).toBeGreaterThan(long.getTime() + 3_600_000);
  });
});

it('a folder is kept by whoever has just made it, also where its disk has a clock that is late', async () => {
  const twoHoursAhead = Date.now() + 2 * 3_600_000;
  vi.useFakeTimers({ toFake: ['Date'], now: twoHoursAhead });
  onTestFinished(() => void vi.useRealTimers());
  await inTemporaryFolder(async (path) => {
    expect((await stat(path)).isDirectory()).toBe(true);
  });
});
