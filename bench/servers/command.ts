import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { nodeOn } from '../load/pinning.ts';

export const benchFolder = join(import.meta.dirname, '..');
/** The gateway's. */
export const root = join(benchFolder, '..');

/** Runs one of our programs to its end, away from the measured server, and answers what it printed. It gets these variables, and nothing of ours but PATH. */
export async function runCommand(
  file: string,
  args: readonly string[],
  environment: Readonly<Record<string, string>>,
  { cwd = root }: { readonly cwd?: string } = {},
): Promise<string> {
  const [program, all] = nodeOn('database', [file, ...args]);
  const child = spawn(program, all, {
    cwd,
    env: { PATH: process.env.PATH, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const texts = { stdout: '', stderr: '' };
  child.stdout.on('data', (chunk) => (texts.stdout += chunk));
  child.stderr.on('data', (chunk) => (texts.stderr += chunk));
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`${file} ended with ${code}: ${texts.stderr.slice(-2000)}`);
  return texts.stdout;
}
