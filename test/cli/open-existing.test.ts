/** Commands that look after a gateway leave a database that is not of their version as it is: the way back is its owner's to give up. */
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, inject, it, onTestFinished } from 'vitest';
import { migratedFolder, run } from '../support/gateway-process.ts';
import { createTestDatabase } from '../support/test-databases.ts';
import { withClient } from '../support/with-client.ts';

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

function migrationsIn(folder: string): unknown[] {
  const database = new Database(join(folder, 'gateway.db'));
  const names = database.prepare('select name from kysely_migration order by name').pluck().all();
  database.close();
  return names;
}

/** Answers which the database has then. */
function alterMigrations(folder: string, statement: string): unknown[] {
  const database = new Database(join(folder, 'gateway.db'));
  database.exec(statement);
  database.close();
  return migrationsIn(folder);
}

it('a database of an earlier version stays one', async () => {
  const DATA_DIR = await migratedFolder();
  const migrations = () => migrationsIn(DATA_DIR);
  const before = alterMigrations(DATA_DIR, "delete from kysely_migration where name = '0023-added-members'");
  expect(before.length).toBeGreaterThan(20);
  for (const [command, file, args] of commands) {
    const { code, stdout, stderr } = await run(file, args, { DATA_DIR, ...platform });
    expect([code, stdout], command).toEqual([1, '']);
    expect(stderr, command).toMatch(/^The database is of an earlier version of the gateway\. .*: npm run migrate\n$/);
  }
  expect(migrations()).toEqual(before);
});

// The one, as a branch made it on which it had been added before others; the other, as a roll-back leaves it.
it.each([
  ['of another branch', "delete from kysely_migration where name = '0016-mirror'"],
  ['of a later version', "insert into kysely_migration values ('9999-later', '2100-01-01T00:00:00.000Z')"],
])('a database %s, which `npm run migrate` refuses, is not told to be migrated', async (_, statement) => {
  const DATA_DIR = await migratedFolder();
  const before = alterMigrations(DATA_DIR, statement);
  const { stderr: refusal } = await run('src/cli/migrate.ts', [], { DATA_DIR });
  expect(refusal).toMatch(/^The database was written by another version of the gateway, or by another program\. /);
  for (const [command, file, args] of commands) {
    const { code, stderr } = await run(file, args, { DATA_DIR, ...platform });
    expect([code, stderr], command).toEqual([1, refusal]);
  }
  expect(migrationsIn(DATA_DIR)).toEqual(before);
});

it('a database without tables stays empty', async () => {
  const { url, drop } = await createTestDatabase(inject('postgresUrl'));
  onTestFinished(drop);
  for (const [command, file, args] of commands) {
    const { code, stdout, stderr } = await run(file, args, { DATABASE_URL: url, ...platform });
    expect([code, stdout], command).toEqual([1, '']);
    expect(stderr, command).toBe('The database has no tables of a gateway yet. Make them first: npm run migrate\n');
  }
  const listing = "select 1 from information_schema.tables where table_schema = 'public'";
  const { rows } = await withClient(url, (client) => client.query(listing));
  expect(rows).toEqual([]);
});
