/** Several gateways on one PostgreSQL server, and imports by the command line beside them. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, inject, it, onTestFinished } from 'vitest';
import { run, temporaryFolder } from '../support/gateway-process.ts';
import { startOwnPostgresServer } from '../support/postgres-server.ts';
import { type Program, startProgram } from '../support/program.ts';
import { createTestDatabase } from '../support/test-databases.ts';
import { withClient } from '../support/with-client.ts';

const root = join(import.meta.dirname, '..', '..');

async function recordsFile(name: string, products: number): Promise<string> {
  const path = join(await temporaryFolder(), 'records.ndjson');
  const lines = Array.from({ length: products }, (_, index) =>
    JSON.stringify({ type: 'product', id: `p${index}`, attributes: { name: `${name} ${index}`, status: 'live' } }),
  );
  await writeFile(path, lines.join('\n'));
  return path;
}

async function start(environment: Record<string, string>): Promise<Program> {
  const program = await startProgram(environment);
  onTestFinished(async () => void (await program.stop('SIGKILL')));
  return program;
}

const nameOfFirst = async (program: Program) => {
  const { data } = await program.ask('{ product(id: "p0") { name } }');
  return data?.product?.name ?? null;
};

it('all start at once on an empty database, and see a publish within a second and a bit', async () => {
  const { url, drop } = await createTestDatabase(inject('postgresUrl'));
  onTestFinished(drop);
  const DATABASE_URL = url;
  const programs = await Promise.all(Array.from({ length: 4 }, () => start({ DATABASE_URL })));
  for (const program of programs) expect(await nameOfFirst(program)).toBe(null);

  for (const name of ['First', 'Second']) {
    const imported = await run('src/cli/import.ts', [await recordsFile(name, 3)], { DATABASE_URL });
    expect(imported).toMatchObject({ code: 0, stdout: expect.stringContaining('Catalog default: release') });
    // The promise is a second after the publish; what is added is the machine's, which also runs other tests.
    await sleep(1500);
    expect(await Promise.all(programs.map(nameOfFirst))).toEqual(programs.map(() => `${name} 0`));
  }
  expect(await Promise.all(programs.map((program) => program.stop()))).toEqual([0, 0, 0, 0]);
}, 60_000);

it('an import whose database server goes away says so, and the release that was there is served', async () => {
  const server = await startOwnPostgresServer();
  onTestFinished(() => server.stop());
  const DATABASE_URL = server.url;
  await run('src/cli/import.ts', [await recordsFile('Before', 3)], { DATABASE_URL });

  const [file, args] = ['src/cli/import.ts', [await recordsFile('After', 40_000)]];
  const child = spawn(process.execPath, [file, ...args], { cwd: root, env: { DATABASE_URL }, stdio: 'pipe' });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const ended = once(child, 'exit');
  await untilBuilding(DATABASE_URL);
  await server.killHard();
  expect((await ended)[0]).toBe(1);
  // What its connection was told last, or that there is none any more.
  expect(output).toMatch(/The database server of DATABASE_URL does not answer|\(57P01\), or it stops/);

  await server.start();
  const program = await start({ DATABASE_URL });
  expect(await nameOfFirst(program)).toBe('Before 0');
}, 60_000);

it.each(['SIGINT', 'SIGTERM'] as const)(
  'an import that is interrupted by %s leaves no row behind',
  async (signal) => {
    const { url: DATABASE_URL, drop } = await createTestDatabase(inject('postgresUrl'));
    onTestFinished(drop);
    await run('src/cli/import.ts', [await recordsFile('Before', 3)], { DATABASE_URL });

    const args = ['src/cli/import.ts', await recordsFile('After', 40_000)];
    const child = spawn(process.execPath, args, { cwd: root, env: { DATABASE_URL }, stdio: 'pipe' });
    let output = '';
    child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
    const ended = once(child, 'exit');
    await untilBuilding(DATABASE_URL);
    child.kill(signal);
    expect((await ended)[0]).toBe(signal === 'SIGINT' ? 130 : 143);
    expect(output).toContain(`Interrupted (${signal}). Nothing was changed.`);
    expect(
      await query(DATABASE_URL, 'select state, (select count(*) from release_product)::int as products from release'),
    ).toEqual([{ state: 'published', products: 3 }]);
  },
  60_000,
);

async function untilBuilding(url: string): Promise<void> {
  for (let attempt = 0; attempt < 500; attempt += 1) {
    const [row] = await query(url, 'select count(*)::int as rows from release_product');
    if (Number(row?.rows) > 100) return;
    await sleep(20);
  }
  throw new Error('The import did not begin to load.');
}

function query(url: string, text: string): Promise<Record<string, unknown>[]> {
  return withClient(url, async (client) => (await client.query(text)).rows);
}
