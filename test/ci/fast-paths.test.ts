import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { fastPaths } from '../../bench/fast-paths/fast-paths.ts';

const root = join(import.meta.dirname, '..', '..');

it.each(Object.entries(fastPaths))('the fast path %s stands where the benchmark takes it away', (_, path) => {
  for (const { file, text } of [...path.without, ...(path.both ?? [])]) {
    expect(readFileSync(join(root, file), 'utf8')).toContain(text);
  }
});
