/** The peers are a package of their own: the product carries none of them. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

export const peerFolder = join(import.meta.dirname, '..', 'peers');

/** Installs them when they are missing; none of their packages runs a script. */
export function installPeers(): void {
  if (existsSync(join(peerFolder, 'node_modules', 'mercurius'))) return;
  const { status } = spawnSync('npm', ['ci', '--ignore-scripts'], { cwd: peerFolder, stdio: ['ignore', 2, 2] });
  if (status !== 0) throw new Error(`npm ci in ${peerFolder} ended with ${status}.`);
}
