/** Commands that look after a gateway leave a database that is not of their version as it is: the way back is its owner's to give up. */
import { join } from 'node:path';
import Database from 'better-sqlite3';
import pg from 'pg';
import { expect, inject, it, onTestFinished } from 'vitest';
import { migratedFolder, run } from '../support/gateway-process.ts';
import { createTestDatabase } from '../support/test-databases.ts';

const records = join(import.meta.dirname, '../../package.json');
const platform = { UPSTREAM_URL: 'http://127.0.0.1:9', UPSTREAM_CLIENT_ID: 'a', UPSTREAM_CLIENT_SECRET: 'b' };
const commands: readonly [command: string, file: string, args: string[]][] = [
  ['import --dry-run', 'src/cli/import.ts', ['--dry-run', records]],
  ['import --into current', 'src/cli/import.ts', ['--into', 'current', records]],
  ['sync --dry-run', 'src/cli/sync.ts', ['--dry-run']],
  ['releases', 'src/cli/releases.ts', []],
  ['keys', 'src/cli/keys.ts', []],
  ['webhooks', 'src/cli/webhooks.ts', []],
];

it('a database of an earlier version stays one', async () => {
  const DATA_DIR = await migratedFolder();
  const migrations = () => {
    const database = new Database(join(DATA_DIR, 'gateway.db'));
    const names = database.prepare('select name from kysely_migration order by name').pluck().all();
    database.close();
    return names;
  };
  const database = new Database(join(DATA_DIR, 'gateway.db'));
  database.exec("delete from kysely_migration where name = '0023-added-members'");
  database.close();
  const before = migrations();
  expect(before.length).toBeGreaterThan(20);
  for (const [command, file, args] of commands) {
    const { code, stdout, stderr } = await run(file, args, { DATA_DIR, ...platform });
    expect([code, stdout], command).toEqual([1, '']);
    expect(stderr, command).toMatch(/^The database is of an earlier version of the gateway\. .*: npm run migrate\n$/);
  }
  expect(migrations()).toEqual(before);
});

it('a database without tables stays empty', async () => {
  const { url, drop } = await createTestDatabase(inject('postgresUrl'));
  onTestFinished(drop);
  for (const [command, file, args] of commands) {
    const { code, stdout, stderr } = await run(file, args, { DATABASE_URL: url, ...platform });
    expect([code, stdout], command).toEqual([1, '']);
    expect(stderr, command).toBe('The database has no tables of a gateway yet. Make them first: npm run migrate\n');
  }
  const client = new pg.Client(url);
  await client.connect();
  const { rows } = await client.query("select 1 from information_schema.tables where table_schema = 'public'");
  await client.end();
  expect(rows).toEqual([]);
});
