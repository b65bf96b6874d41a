import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { importHeap, syncHeap } from '../../src/cli/heap-flags.ts';

const root = join(import.meta.dirname, '..', '..');
const tellFlags = `process.on('exit', () => process.stderr.write(process.execArgv.join('\\n')))`;
const preload = ['--import', `data:text/javascript,${encodeURIComponent(tellFlags)}`];

/** What it says, and the flags of the process that says it. */
async function help(file: string, flags: readonly string[] = [], environment: NodeJS.ProcessEnv = {}) {
  const env = { PATH: process.env.PATH, ...environment };
  const { stdout, stderr } = await promisify(execFile)(process.execPath, [...flags, ...preload, file, '--help'], {
    cwd: root,
    env,
  });
  return { stdout, flags: stderr.split('\n') };
}

it.each([
  ['src/cli/import.ts', 'npm run import', importHeap],
  ['src/cli/sync.ts', 'npm run sync', syncHeap],
])('%s runs with its heap, however it is started', async (file, name, heap) => {
  const { stdout, flags } = await help(file);
  expect(flags).toEqual([...heap, ...preload]);
  expect(stdout).toContain(name);
});

it('keeps the limit that Node.js was given', async () => {
  const own = '--max-old-space-size=512';
  expect((await help('src/cli/import.ts', [own])).flags).toEqual([own, ...preload]);
  expect((await help('src/cli/import.ts', [], { NODE_OPTIONS: '--max_old_space_size=512' })).flags).toEqual(preload);
});

it('lets a gateway collect as with arguments that say so', async () => {
  const module = JSON.stringify(join(root, 'src/cli/heap-flags.ts'));
  const flags = ['--heap-growing-percent=100', '--no-allocation-site-pretenuring'];
  const tagOf = async (args: readonly string[], script: string) => {
    const { stdout } = await promisify(execFile)(process.execPath, [...args, '--input-type=module', '--eval', script]);
    return stdout;
  };
  // What V8 calls the state of all its flags.
  const tell = `import { cachedDataVersionTag } from 'node:v8'; console.log(cachedDataVersionTag());`;
  const set = `import { collectLikeServers } from ${module}; collectLikeServers();`;
  const told = await tagOf([], set + tell);
  expect([told, told === (await tagOf([], tell))]).toEqual([await tagOf(flags, tell), false]);
});
