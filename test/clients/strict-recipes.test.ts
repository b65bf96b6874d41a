/** Recipes are copied into projects whose compilers are stricter than ours, as that of Angular's projects is. */
import { execFile } from 'node:child_process';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

const run = promisify(execFile);
const options =
  '--ignoreConfig --noEmit --strict --noPropertyAccessFromIndexSignature --exactOptionalPropertyTypes --allowImportingTsExtensions --skipLibCheck --module nodenext --target es2024 --lib es2024,dom --types node';

it('they compile where a member of an index signature may not be read as one that is declared', async () => {
  const folders = ['test/clients/recipes', 'test/clients/live'];
  const names = await Promise.all(
    folders.map(async (folder) => (await readdir(folder)).map((name) => join(folder, name))),
  );
  const recipes = names.flat().filter((name) => !name.endsWith('.test.ts'));
  const files = [...recipes, 'test/clients/messages-by-field.ts'];
  const compiled = await run('node_modules/.bin/tsc', [...options.split(' '), ...files]).catch((error) => error);
  expect(compiled.stdout).toBe('');
}, 60_000);
