import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { ImportError } from '../../src/importer/import-error.ts';
import { listSourceFiles, openSourceFile } from '../../src/importer/source-file.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gateway-folder-'));
});
afterEach(() => rm(folder, { recursive: true }));

/** What a folder `in` holds: a text is what a link leads to. */
async function filesOf(inside: Readonly<Record<string, string | null>>) {
  await mkdir(join(folder, 'in', 'below'), { recursive: true });
  for (const name of ['elsewhere.json', 'in/plain.json']) await writeFile(join(folder, name), '');
  for (const [name, target] of Object.entries(inside)) {
    if (target === null) await writeFile(join(folder, 'in', name), '');
    else await symlink(target, join(folder, 'in', name));
  }
  const { files, otherFiles } = await listSourceFiles([join(folder, 'in')]);
  const short = (paths: readonly string[]) => paths.map((path) => path.slice(folder.length + 4));
  return { files: short(files), otherFiles: short(otherFiles) };
}

it.each<[string, Parameters<typeof filesOf>[0], string[], string[]]>([
  [
    'files in the order of their names',
    { 'b.ndjson.gz': null, 'a.jsonl': null },
    ['a.jsonl', 'b.ndjson.gz', 'plain.json'],
    [],
  ],
  ['files that are named otherwise among the others', { 'a.txt': null }, ['plain.json'], ['a.txt']],
  ['a file that a link leads to', { 'a.json': '../elsewhere.json' }, ['a.json', 'plain.json'], []],
  ['a file once that is in the folder, too', { 'a.json': 'plain.json' }, ['plain.json'], []],
  [
    'a file once that two links lead to',
    { 'a.json': '../elsewhere.json', 'b.json': 'a.json' },
    ['a.json', 'plain.json'],
    [],
  ],
  [
    'a file that a link names like records, though it is named otherwise itself',
    { 'data.txt': null, 'latest.json': 'data.txt' },
    ['latest.json', 'plain.json'],
    ['data.txt'],
  ],
  ['a link to a folder among the others', { 'a.json': '.' }, ['plain.json'], ['a.json']],
  [
    'a device that a link names like records',
    { 'a.json': '/dev/null', b: '/dev/null' },
    ['a.json', 'plain.json'],
    ['b'],
  ],
  ['a link to nothing among the others', { lock: 'nowhere' }, ['plain.json'], ['lock']],
])('a folder holds %s', async (_, inside, files, otherFiles) => {
  expect(await filesOf(inside)).toEqual({ files, otherFiles });
});

it('a link to nothing that is named like records is an error', async () => {
  await expect(filesOf({ 'a.json': 'nowhere' })).rejects.toMatchObject({ code: 'ENOENT' });
});

it('a pipe in a folder that is named like records is told as no file', async () => {
  await mkdir(join(folder, 'in'));
  for (const name of ['a.ndjson', 'lock']) execFileSync('mkfifo', [join(folder, 'in', name)]);
  const { files, otherFiles } = await listSourceFiles([join(folder, 'in')]);
  expect(otherFiles).toEqual([join(folder, 'in', 'lock')]);
  const opened = openSourceFile(String(files), {
    directory: folder,
    stdin: new PassThrough(),
    signal: new AbortController().signal,
  });
  await expect(opened).rejects.toThrow(`a.ndjson is no file. Read it from standard input`);
});

it('a file that is named again, such as in a folder that is named, too, is read once', async () => {
  await filesOf({});
  const names = [join(folder, 'in'), join(folder, 'in', 'plain.json'), `${folder}/./in/plain.json`, join(folder, 'in')];
  expect((await listSourceFiles(names)).files).toEqual([join(folder, 'in', 'plain.json')]);
});

it('standard input that is named twice is an error, since it is read once', async () => {
  await expect(listSourceFiles(['-', folder, '-'])).rejects.toThrow('named more than once');
});

it('standard input that never ends is waited for until the import is interrupted', async () => {
  const interrupted = new AbortController();
  const opened = openSourceFile('-', { directory: folder, stdin: new PassThrough(), signal: interrupted.signal });
  interrupted.abort(new Error('Interrupted.'));
  await expect(opened).rejects.toThrow('Interrupted.');
});

it('standard input that breaks off is named, and is nothing of the database', async () => {
  const stdin = new PassThrough();
  const opened = openSourceFile('-', { directory: folder, stdin, signal: new AbortController().signal });
  stdin.destroy(Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET', syscall: 'read' }));
  await expect(opened).rejects.toThrow(
    new ImportError('Standard input can not be read to its end (ECONNRESET). Nothing was written.'),
  );
});
