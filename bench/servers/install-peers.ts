import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { benchFolder } from './command.ts';

/** By name, exact. */
export const peerVersions: Readonly<Record<string, string>> = JSON.parse(
  readFileSync(join(benchFolder, 'package.json'), 'utf8'),
).dependencies;

/** Installs them when one is missing or another version; none of their packages runs a script. */
export function installPeers(): void {
  if (Object.entries(peerVersions).every(([name, version]) => installedVersion(name) === version)) return;
  const { status } = spawnSync('npm', ['ci', '--ignore-scripts'], { cwd: benchFolder, stdio: ['ignore', 2, 2] });
  if (status !== 0) throw new Error(`npm ci in ${benchFolder} ended with ${status}.`);
}

function installedVersion(name: string): string | null {
  try {
    return JSON.parse(readFileSync(join(benchFolder, 'node_modules', name, 'package.json'), 'utf8')).version;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}
