/** Every command block of the README and of `docs/` is pasted into a shell, beside a gateway with the demo store. */
import { execFile, execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { compileCache } from '../support/compile-cache.ts';
import { copySqlite } from '../support/copied-databases.ts';
import { type Program, startProgram } from '../support/program.ts';
import { type Block, commandBlocks } from './command-blocks.ts';

const root = join(import.meta.dirname, '..', '..');
const documents = [
  'README.md',
  'src/README.md',
  ...readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => join('docs', name)),
].flatMap((name) => {
  const blocks = commandBlocks(join(root, name));
  return blocks.length > 0 ? [{ name, blocks }] : [];
});

/** Each needs its reason: a whole installation, servers that run until they are stopped, a Docker daemon, a cluster, a benchmark that takes an hour. */
const notPasted = [
  'npm ci && npm start',
  'npm run demo:upstream',
  'docker compose up',
  'docker compose exec',
  'kubectl',
  'npm run bench',
  // A gateway that was stopped, and a server.
  'cp gateway-backup.db',
  'pg_dump',
  'setval',
];

/** Commands start processes, and an import is one of them. */
const pasteTimeoutMs = 120_000;
/** Where a newcomer's gateway listens. */
const documentedUrl = 'http://127.0.0.1:4000';

it('there are documents with commands, and a block is left out only for a known reason', () => {
  expect(documents.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['README.md', 'docs/rest.md', 'docs/tokens.md']),
  );
  const left = documents.flatMap(({ blocks }) => blocks.filter(({ isRun }) => !isRun));
  expect(left.filter(({ commands }) => !notPasted.some((reason) => commands.includes(reason)))).toEqual([]);
});

const hasShell = ['bash', 'curl'].every((name) => {
  try {
    return execFileSync(name, ['--version']).length > 0;
  } catch {
    return false;
  }
});

// The commands are bash and curl; Node.js and npm alone are no reason to fail.
describe.skipIf(!hasShell)('as they stand', () => {
  const tracked = ['package.json', 'src', 'node_modules'];
  const ignored = readFileSync(join(root, '.gitignore'), 'utf8').split('\n');
  let folder: string;
  let program: Program;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'gateway-docs-'));
    for (const name of tracked) symlinkSync(join(root, name), join(folder, name));
    await copySqlite('demo', join(folder, 'data'));
    program = await startProgram({ DATA_DIR: join(folder, 'data'), BASE_URL: documentedUrl });
  });
  afterAll(async () => {
    await program?.stop();
    rmSync(folder, { recursive: true });
  });

  /** What the block printed; rejects when it ended with anything but 0. */
  function paste(commands: string): Promise<string> {
    const env = { ...compileCache, PATH: process.env.PATH, DATA_DIR: join(folder, 'data'), LOG_LEVEL: 'warn' };
    const here = commands.replaceAll(documentedUrl, program.url);
    return new Promise((resolve, reject) => {
      execFile('bash', ['-euo', 'pipefail', '-c', here], { cwd: folder, env }, (error, stdout, stderr) => {
        if (error) reject(new Error(`${commands}\n${stdout}${stderr}`));
        else resolve(stdout);
      });
    });
  }

  describe.each(documents)('$name', ({ blocks }) => {
    it.each(blocks.filter(({ isRun }) => isRun))(
      'line $line: $title',
      async ({ commands, answer }: Block) => {
        const printed = await paste(commands);
        // What differs each time is left out of the documents.
        let rest = printed;
        for (const part of answer.split('…')) {
          expect(rest).toContain(part);
          rest = rest.slice(rest.indexOf(part) + part.length);
        }
        if (answer === '') expect(printed).not.toMatch(/^\{"errors"/);
      },
      pasteTimeoutMs,
    );
  });

  it('git ignores what they leave in a clone', () => {
    const left = readdirSync(folder).filter((name) => !tracked.includes(name) && name !== 'data');
    expect(left).toContain('store.ndjson');
    expect(ignored).toEqual(expect.arrayContaining(left.map((name) => `/${name}`)));
  });
});
