import { appendFile, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { ImportError } from '../../src/importer/import-error.ts';
import { createWalk } from '../../src/importer/walk-records.ts';

const product = '{"type":"product","id":"p"}';
const node = '{"type":"node","id":"n"}';

/** Which lines the first walk gives away. `isOfUse`: whether anything comes of a line. */
async function givenAway(lines: readonly string[], isOfUse: (line: string) => boolean): Promise<string[]> {
  const folder = await mkdtemp(join(tmpdir(), 'walk-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const path = join(folder, 'records.ndjson');
  await writeFile(path, lines.map((line) => `${line}\n`).join(''));
  const file = { name: path, path, bytes: (await stat(path)).size };
  const walk = createWalk([file], new AbortController().signal, () => undefined);
  const given: string[] = [];
  let visited = 0;
  await walk(
    'checking',
    () => {
      visited += 1;
    },
    (some) => {
      const texts = some.map(String);
      given.push(...texts);
      return texts.map((text) => (isOfUse(text) ? text : null));
    },
  );
  expect(visited).toBe(lines.length);
  return given;
}

it('gives lines of products away, and portions of none of them are read here', async () => {
  const lines = [...Array(640).fill(product), ...Array(640).fill(node), ...Array(640).fill(product)];
  expect(await givenAway(lines, () => true)).toEqual(Array(1280).fill(product));
});

it('reads the rest here of a file of which nearly nothing came', async () => {
  const given = await givenAway(Array(20_000).fill(product), (line) => line !== product);
  expect(given.length).toBeGreaterThanOrEqual(1000);
  expect(given.length).toBeLessThan(3000);
});

it('gives away all of a file of which a third is faulty', async () => {
  const faulty = '{"type":"product","id":""}';
  const lines = Array.from({ length: 6000 }, (_, index) => (index % 3 === 0 ? faulty : product));
  expect(await givenAway(lines, (line) => line !== faulty)).toHaveLength(6000);
});

it('refuses a file that has grown since it was checked', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'walk-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const files = ['first', 'second'].map((name) => ({ name, path: join(folder, name), bytes: product.length + 1 }));
  for (const { path } of files) await writeFile(path, `${product}\n`);
  const walk = createWalk(files, new AbortController().signal, () => undefined);
  const visited: number[] = [];
  await walk('checking', () => undefined, null);
  await appendFile(files[0]?.path ?? '', `${product}\n`);
  await expect(walk('loading', (sequence) => void visited.push(sequence), null)).rejects.toThrow(
    'first was changed while it was read. Nothing was written',
  );
  expect(visited).toEqual([]);
});

it('refuses a file that changes while it is checked', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'walk-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const file = { name: 'file', path: join(folder, 'file'), bytes: product.length + 1 };
  await writeFile(file.path, `${product}\n`);
  const walk = createWalk([file], new AbortController().signal, () => undefined);
  await expect(walk('checking', () => appendFile(file.path, '{'), null)).rejects.toThrow('file was changed');
});

it('names a file that can not be read', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'walk-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  // A folder can be opened, and fails only when it is read, as a disk does.
  const walk = createWalk([{ name: 'it', path: folder, bytes: 0 }], new AbortController().signal, () => undefined);
  const message = 'it can not be read to its end (EISDIR). Nothing was written.';
  await expect(walk('checking', () => undefined, null)).rejects.toThrow(new ImportError(message));
});
