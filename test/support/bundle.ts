/**
 * The programs that tests start, as `npm run build` makes them: they start in half of the processor's time that the sources take. Built
 * once a run, below `node_modules`, where the native package is found. Outside of a run, as by a script, the sources are started; that
 * these start, too, is shown by what starts npm's own scripts.
 */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

const root = join(import.meta.dirname, '..', '..');

/** The processes of a run inherit it. */
const variable = 'TEST_BUNDLE';

/** Answers how to remove it. */
export async function buildTestBundle(): Promise<() => Promise<void>> {
  const cache = join(root, 'node_modules', '.cache');
  await mkdir(cache, { recursive: true });
  const folder = await mkdtemp(join(cache, 'test-bundle-'));
  await buildBundle(folder);
  process.env[variable] = folder;
  return () => rm(folder, { recursive: true });
}

export async function buildBundle(folder: string): Promise<void> {
  const built = ['--config', 'rolldown.config.ts', '--dir', folder];
  await promisify(execFile)(process.execPath, ['node_modules/rolldown/bin/cli.mjs', ...built], { cwd: root });
}

/** `src/main.ts` → where the run has it; what is no program of the bundle is started from its source. */
export function programFile(source: string): string {
  const folder = process.env[variable];
  const built = folder && join(folder, source.replace(/^src\//, '').replace(/\.ts$/, '.js'));
  return built && existsSync(built) ? built : source;
}
