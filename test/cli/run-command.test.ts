/** What all commands have in common: `--help` and nothing else, no unknown option, and nothing made in a wrong place. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { run, temporaryFolder } from '../support/gateway-process.ts';

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
