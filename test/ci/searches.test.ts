import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };

const root = join(import.meta.dirname, '..', '..');

it('every test that tries a few times in the suite tries many times in `npm run test:searches`; CI runs both, and the programs', () => {
  const searches = readdirSync(join(root, 'test'), { recursive: true, encoding: 'utf8' })
    .map((name) => `test/${name.replaceAll('\\', '/')}`)
    .filter(
      (name) =>
        name.endsWith('.test.ts') && /^import .*\/support\/runs\.ts';$/m.test(readFileSync(join(root, name), 'utf8')),
    );
  const [, ...files] = manifest.scripts['test:searches']
    .split(' ')
    .filter((word) => word.startsWith('test/') || word === 'run');
  expect(searches.length).toBeGreaterThan(5);
  expect(searches.filter((name) => !files.some((file) => name.startsWith(file)))).toEqual([]);
  expect(files.filter((file) => !searches.some((name) => name.startsWith(file)))).toEqual([]);
  expect(manifest.scripts['test:searches'].split(' '), 'rounds').toContain('rounds.test');
  const steps = readFileSync(join(root, '.ci', 'run'), 'utf8');
  expect(steps).toContain('step npm run --silent test:searches\n');
  expect(steps).toContain('step npm run --silent test:programs\n');
});

it('what the suite leaves out as rounds is done with `npm run test:faults` and behind PgBouncer', () => {
  expect(manifest.scripts['test:faults'].split(' ')).toContain('ROUNDS=all');
  expect(readFileSync(join(root, 'test', 'program', 'pgbouncer.ts'), 'utf8')).toContain("ROUNDS: 'all'");
});
