import { chmod, mkdir, mkdtemp, readdir, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { openSqlite } from '../../../src/storage/engines/sqlite-engine.ts';
import { mountSmallDisk } from '../../support/small-disk.ts';

// Null: only root may mount one.
const disk = mountSmallDisk(8);
afterAll(() => disk?.remove());

let directory: string;
beforeEach(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'gateway-test-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  directory = join(folder, 'data');
});

async function openWritten() {
  const engine = openSqlite({ directory });
  onTestFinished(() => engine.close());
  await sql`create table note (text text)`.execute(engine.writer);
}

const modeOf = async (path: string) => ((await stat(path)).mode & 0o777).toString(8);

async function modesOfFiles(): Promise<Record<string, string>> {
  const files = (await readdir(directory)).sort();
  return Object.fromEntries(await Promise.all(files.map(async (file) => [file, await modeOf(join(directory, file))])));
}

describe('the database of DATA_DIR', () => {
  const ownersAlone = { 'gateway.db': '600', 'gateway.db-shm': '600', 'gateway.db-wal': '600' };

  it("is its owner's alone, and so is the folder that is made for it", async () => {
    await openWritten();
    expect(await modeOf(directory)).toBe('700');
    expect(await modesOfFiles()).toEqual(ownersAlone);
  });

  it("is its owner's alone in a folder that is there already, whose mode stays", async () => {
    await mkdir(directory);
    await chmod(directory, 0o755);
    await openWritten();
    expect(await modeOf(directory)).toBe('755');
    expect(await modesOfFiles()).toEqual(ownersAlone);
  });

  it('keeps the mode that its operator gave it', async () => {
    await mkdir(directory);
    await writeFile(join(directory, 'gateway.db'), '');
    await chmod(join(directory, 'gateway.db'), 0o640);
    await openWritten();
    expect(await modesOfFiles()).toEqual({ 'gateway.db': '640', 'gateway.db-shm': '640', 'gateway.db-wal': '640' });
  });

  it('may be a link to a file in another folder', async () => {
    const elsewhere = join(directory, '..', 'elsewhere');
    await Promise.all([mkdir(directory), mkdir(elsewhere)]);
    await symlink(join(elsewhere, 'shop.db'), join(directory, 'gateway.db'));
    const engine = openSqlite({ directory });
    await sql`create table note (text text)`.execute(engine.writer);
    engine.expectInPlace();
    await engine.close();
    expect(await Promise.all([readdir(directory), readdir(elsewhere)])).toEqual([['gateway.db'], ['shop.db']]);
  });

  it.skipIf(!disk)('leaves room on the disk that it is on, where a link leads there, too', async () => {
    await mkdir(directory);
    await symlink(join(String(disk?.path), 'shop.db'), join(directory, 'gateway.db'));
    const engine = openSqlite({ directory });
    onTestFinished(() => engine.close());
    expect(() => engine.expectRoom()).toThrow('There is little space left');
  });

  it('is one file when it is closed, whatever was used of it', async () => {
    const engine = openSqlite({ directory });
    await sql`create table note (text text)`.execute(engine.writer);
    await engine.close();
    expect(await readdir(directory)).toEqual(['gateway.db']);
  });
});
