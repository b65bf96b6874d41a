import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { ImportError } from '../../src/importer/import-catalogs.ts';
import { inTemporaryFolder } from '../../src/importer/temporary-folder.ts';

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
  const full = Object.assign(new Error('database or disk is full'), { code: 'SQLITE_FULL' });
  await expect(inTemporaryFolder(() => Promise.reject(full))).rejects.toBe(full);
});
