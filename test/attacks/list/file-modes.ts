/** Who else on the machine may read the database, which holds the private key that signs tokens. */
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startProgram } from '../../support/program.ts';
import type { ProcessAttack } from '../attack.ts';

export const fileModes: readonly ProcessAttack[] = [
  {
    row: 14,
    name: 'DATA_DIR is there already, as a volume is',
    stores: ['demo'],
    engines: ['sqlite'],
    expected: /^folder 755, files 600$/,
    run: () =>
      readModes((folder) => {
        mkdirSync(folder);
        chmodSync(folder, 0o755);
      }),
  },
  {
    row: 14,
    name: 'DATA_DIR is not there yet',
    stores: ['demo'],
    engines: ['sqlite'],
    expected: /^folder 700, files 600$/,
    run: () => readModes(() => undefined),
  },
];

async function readModes(prepare: (folder: string) => void): Promise<string> {
  const parent = mkdtempSync(join(tmpdir(), 'gateway-attacks-'));
  const folder = join(parent, 'data');
  const umask = process.umask(0o022);
  try {
    prepare(folder);
    const program = await startProgram({ DATA_DIR: folder });
    const modes = readdirSync(folder).map((name) => modeOf(join(folder, name)));
    await program.stop();
    return `folder ${modeOf(folder)}, files ${[...new Set(modes)].join(' and ')}`;
  } finally {
    process.umask(umask);
    rmSync(parent, { recursive: true });
  }
}

function modeOf(path: string): string {
  return (statSync(path).mode & 0o777).toString(8);
}
