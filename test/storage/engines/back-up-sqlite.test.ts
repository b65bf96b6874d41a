import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { backUpSqlite } from '../../../src/storage/engines/back-up-sqlite.ts';

it('does nothing where it was aborted before it began', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'gateway-backup-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const backup = backUpSqlite(folder, join(folder, 'copy.db'), AbortSignal.abort(new Error('Interrupted.')));
  await expect(backup).rejects.toThrow('Interrupted.');
  expect(await readdir(folder)).toEqual([]);
});
