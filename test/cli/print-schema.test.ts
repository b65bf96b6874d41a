import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { compileCache } from '../support/compile-cache.ts';

const root = join(import.meta.dirname, '..', '..');
const stale = 'schema.graphql is not what the code says. Run `npm run schema` and commit the difference.\n';

let directory: string;
let file: string;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'gateway-schema-'));
  file = join(directory, 'schema.graphql');
});
afterEach(() => rm(directory, { recursive: true }));

/** Runs it where the test's own schema.graphql is. */
function printSchema(...args: string[]): Promise<{ code: number; stdout: string; stderr: string }> {
  return new Promise((resolve) => {
    const command = [join(root, 'src', 'cli', 'print-schema.ts'), ...args];
    execFile(process.execPath, command, { cwd: directory, env: compileCache }, (error, stdout, stderr) => {
      resolve({ code: error ? Number(error.code) : 0, stdout, stderr });
    });
  });
}

describe('npm run schema', () => {
  it('writes what lies in the repository', async () => {
    expect(await printSchema()).toEqual({ code: 0, stdout: '', stderr: '' });
    expect(await readFile(file, 'utf8')).toBe(await readFile(join(root, 'schema.graphql'), 'utf8'));
    expect(await printSchema('--check')).toEqual({ code: 0, stdout: '', stderr: '' });
  });

  it('with --check says that the file differs, and leaves it', async () => {
    await writeFile(file, 'type Query { old: Int }\n');
    expect(await printSchema('--check')).toEqual({ code: 1, stdout: '', stderr: stale });
    expect(await readFile(file, 'utf8')).toBe('type Query { old: Int }\n');
  });

  it('says in a sentence which option it does not know', async () => {
    const { code, stderr } = await printSchema('--fix');
    expect(code).toBe(1);
    expect(stderr).toMatch(/^Unknown option '--fix'/);
  });
});
