/** What all commands have in common: `--help` and nothing else, no unknown option, and nothing made in a wrong place. */
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { closeSync, existsSync, openSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { programFile } from '../support/bundle.ts';
import { compileCache } from '../support/compile-cache.ts';
import { migratedFolder, run, temporaryFolder } from '../support/gateway-process.ts';

const commands = {
  'npm start': 'src/main.ts',
  'npm run -s token': 'src/cli/token.ts',
  'npm run -s create-key': 'src/cli/create-key.ts',
  'npm run -s keys': 'src/cli/keys.ts',
  'npm run migrate': 'src/cli/migrate.ts',
  'npm run import': 'src/cli/import.ts',
  'npm run releases': 'src/cli/releases.ts',
  'npm run -s webhooks': 'src/cli/webhooks.ts',
  'npm run -s demo': 'src/cli/demo-records.ts',
  'npm run schema': 'src/cli/print-schema.ts',
};

const noFolder = async () => join(await temporaryFolder(), 'none');

it.each(Object.entries(commands))('%s --help says what it takes, and does nothing', async (name, file) => {
  const DATA_DIR = await noFolder();
  const { code, stdout, stderr } = await run(file, ['--help'], { DATA_DIR });
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(stdout).toMatch(new RegExp(`^${name} -- \\[.*\n[^]*--help +this text\n$`));
  expect(existsSync(DATA_DIR)).toBe(false);
});

it.each(Object.entries(commands))('%s refuses an option that it does not know', async (_name, file) => {
  const DATA_DIR = await noFolder();
  const { code, stdout, stderr } = await run(file, ['--nope'], { DATA_DIR });
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  expect(stderr).toMatch(/^Unknown option '--nope'/);
  expect(existsSync(DATA_DIR)).toBe(false);
});

it.each([
  ['src/cli/token.ts', []],
  ['src/cli/create-key.ts', ['--name', 'My shop']],
  ['src/cli/keys.ts', ['rotate']],
  ['src/cli/releases.ts', []],
  ['src/cli/webhooks.ts', ['add', 'https://shop.example/']],
  ['src/cli/import.ts', ['--dry-run', 'package.json']],
  ['src/cli/import.ts', ['--into', 'current', 'package.json']],
])('%s %j makes nothing where there is no database', async (file, args) => {
  for (const DATA_DIR of [await noFolder(), await temporaryFolder()]) {
    const { code, stdout, stderr } = await run(file, args, { DATA_DIR });
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toBe(
      `There is no database in ${DATA_DIR} (DATA_DIR). Name the folder of a gateway, or make one there: npm run migrate\n`,
    );
    expect(existsSync(join(DATA_DIR, 'gateway.db'))).toBe(false);
  }
});

it('npm run import of a file that is not there makes no database', async () => {
  const [DATA_DIR, file] = [await noFolder(), join(await temporaryFolder(), 'none.json')];
  expect(await run('src/cli/import.ts', [file], { DATA_DIR })).toEqual({
    ...{ code: 1, stdout: '', stderr: `There is no such file: ${file}\n` },
  });
  expect(existsSync(DATA_DIR)).toBe(false);
});

/** Whose outputs nobody reads, or can't be written: `full` is the device of a disk that is full. */
async function runUnread(
  file: string,
  args: readonly string[],
  unread: Partial<Record<'stdout' | 'stderr', 'gone' | 'full'>>,
) {
  const DATA_DIR = await migratedFolder();
  const full = openSync('/dev/full', 'w');
  onTestFinished(() => closeSync(full));
  const target = (name: 'stdout' | 'stderr') => (unread[name] === 'full' ? full : 'pipe');
  const child = spawn(process.execPath, [programFile(file), ...args], {
    cwd: join(import.meta.dirname, '..', '..'),
    env: { ...compileCache, DATA_DIR },
    stdio: ['ignore', target('stdout'), target('stderr')],
  });
  let told = '';
  for (const name of ['stdout', 'stderr'] as const) {
    if (unread[name] === 'gone') child[name]?.destroy();
    else child[name]?.on('data', (chunk) => (told += chunk));
  }
  const [code] = await once(child, 'close');
  return { code, told };
}

describe.runIf(process.platform === 'linux')('a command', () => {
  it.each([
    ['src/cli/keys.ts', []],
    ['src/cli/releases.ts', []],
    ['src/cli/import.ts', ['--help']],
    ['src/cli/create-key.ts', ['--name', 'My shop']],
  ])('%s %j whose reader has gone ends as if it were there', async (file, args) => {
    expect(await runUnread(file, args, { stdout: 'gone' })).toMatchObject({ code: 0, told: '' });
  });

  it.each(['src/cli/keys.ts', 'src/cli/demo-records.ts'])(
    '%s says that its output can not be written',
    async (file) => {
      const told = 'Standard output can not be written (ENOSPC).\n';
      expect(await runUnread(file, [], { stdout: 'full' })).toMatchObject({ code: 1, told });
    },
  );

  it.each(['gone', 'full'] as const)('imports though nobody reads how far it is: %s', async (stderr) => {
    const file = join(await temporaryFolder(), 'api.json');
    const timestamps = { created_at: '2026-01-01T00:00:00.000Z', updated_at: '2026-01-01T00:00:00.000Z' };
    const api = {
      id: randomUUID(),
      type: 'custom_api',
      name: 'Huts',
      description: '',
      slug: 'huts',
      api_type: 'huts_ext',
    };
    writeFileSync(file, JSON.stringify({ ...api, meta: { timestamps } }));
    const { code, told } = await runUnread('src/cli/import.ts', [file], { stderr });
    expect({ code, told }).toEqual({ code: 0, told: expect.stringContaining('1 records read, 0 faults.') });
  });
});

it.each(['0', '1001', '1e1', 'ten', ''])(
  'how many releases an import keeps is refused by its own name: --keep %j',
  async (count) => {
    const { code, stdout, stderr } = await run('src/cli/import.ts', ['--keep', count, 'none'], {
      DATA_DIR: await noFolder(),
    });
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toBe(`--keep takes a whole number from 1 to 1000, but got '${count}'.\n`);
  },
);

it.each(['0', '99', '-1', '1e3', ''])(
  'the demo store of --products=%s is refused with a sentence',
  async (products) => {
    const { code, stdout, stderr } = await run('src/cli/demo-records.ts', [`--products=${products}`], {});
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toBe(`--products takes a whole number of at least 100, but got '${products}'.\n`);
  },
);

it.each(['--dry-run', '--json'])('following a platform is refused with %s, which it would not heed', async (option) => {
  const platform = { UPSTREAM_URL: 'http://127.0.0.1:9', UPSTREAM_CLIENT_ID: 'a', UPSTREAM_CLIENT_SECRET: 'b' };
  const DATA_DIR = await noFolder();
  const { code, stdout, stderr } = await run('src/cli/sync.ts', ['--follow', option], { ...platform, DATA_DIR });
  expect({ code, stdout, stderr }).toEqual({
    code: 1,
    stdout: '',
    stderr: `--follow must not be given with ${option}.\n`,
  });
  expect(existsSync(DATA_DIR)).toBe(false);
});

it('what a platform that does not answer leaves of a dry run is a sentence', async () => {
  const platform = { UPSTREAM_URL: 'http://127.0.0.1:9', UPSTREAM_CLIENT_ID: 'a', UPSTREAM_CLIENT_SECRET: 'b' };
  const DATA_DIR = await migratedFolder();
  const { code, stdout, stderr } = await run('src/cli/sync.ts', ['--dry-run'], { ...platform, DATA_DIR });
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  expect(stderr).toMatch(
    /^Reading \/v2\/pcm\/catalogs: The platform can not be reached for the moment\. Try again\. The platform gave no answer: [\w ]+\.\n$/,
  );
});
