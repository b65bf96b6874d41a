import { sql } from 'kysely';
import pg from 'pg';
import { expect, inject, it } from 'vitest';
import { openPostgres } from '../../../src/storage/engines/postgres-engine.ts';
import { explainStorageError } from '../../../src/storage/explain-error.ts';
import { migrate } from '../../../src/storage/migrate.ts';
import { copyPostgres } from '../../support/copied-databases.ts';
import { createTestDatabase } from '../../support/test-databases.ts';

it('keeps no common values of product ids, which the planner would compare with each value of a long list', async () => {
  const { url, drop } = await copyPostgres('demo');
  const engine = await openPostgres({ url, maxConnections: 1 });
  const { rows } = await sql<{ column: string; values: number }>`
    select attname as column, coalesce(cardinality(most_common_vals::text::text[]), 0) as values
    from pg_stats where tablename = 'release_product' and attname = 'product_id'`.execute(engine.reader);
  await engine.close();
  await drop();
  expect(rows.map(({ column, values }) => [column, values <= 1])).toEqual([['product_id', true]]);
});

it('refreshes no statistics of a table that is being vacuumed, and does not wait for it', async () => {
  const { url, drop } = await copyPostgres('demo');
  const engine = await openPostgres({ url, maxConnections: 1, statementTimeoutMs: 2000 });
  const vacuum = new pg.Client({ connectionString: url });
  await vacuum.connect();
  // The lock that VACUUM takes.
  await vacuum.query('begin; lock table release_product in share update exclusive mode');
  await expect(engine.refreshStatistics()).resolves.toBeUndefined();
  await vacuum.end();
  await engine.close();
  await drop();
});

it('refreshes statistics for a role that owns no table, from its first import on', async () => {
  const { directUrl, drop } = await copyPostgres('tables');
  const ofRole = new URL(directUrl);
  ofRole.searchParams.set('options', '-c role=pg_write_all_data');
  const engine = await openPostgres({ url: ofRole.href, maxConnections: 1 });
  await expect(engine.refreshStatistics()).resolves.toBeUndefined();
  await engine.close();
  await drop();
});

it('migrates under a lock that ends with its transaction: a session may be another one behind a pooler', async () => {
  const { url, drop } = await copyPostgres('tables');
  const engine = await openPostgres({ url, maxConnections: 1 });
  const locks: number[] = [];
  const migrated = engine.underMigrationLock(async (database) => {
    // What a session holds goes.
    await sql`select pg_advisory_unlock_all()`.execute(database);
    const { rows } = await sql<{ n: number }>`select count(*)::int as n from pg_locks
      where locktype = 'advisory' and pid = pg_backend_pid()`.execute(database);
    locks.push(rows[0]?.n ?? 0);
    throw new Error('It failed.');
  });
  await expect(migrated).rejects.toThrow('It failed.');
  await engine.close();
  await drop();
  expect(locks).toEqual([1]);
});

it.each(['repeatable read', 'serializable'])(
  'migrates once where several do, whatever isolation is the default: %s',
  async (level) => {
    const { directUrl, drop } = await createTestDatabase(inject('postgresUrl'));
    const url = new URL(directUrl);
    url.searchParams.set('options', `-c default_transaction_isolation=${level.replace(' ', '\\ ')}`);
    const engines = await Promise.all([1, 2, 3].map(() => openPostgres({ url: url.href, maxConnections: 1 })));
    const applied = await Promise.all(engines.map(migrate));
    await Promise.all(engines.map((engine) => engine.close()));
    await drop();
    expect(applied.filter((migrations) => migrations.length > 0)).toHaveLength(1);
  },
);

it('lets those in who read while a backup keeps it from changing a table', { timeout: 30_000 }, async () => {
  const { directUrl: url, drop } = await copyPostgres('tables');
  const engine = await openPostgres({ url, maxConnections: 1, statementTimeoutMs: 5000 });
  const backup = new pg.Client({ connectionString: url });
  await backup.connect();
  await backup.query('begin; lock table catalog in access share mode');
  const migrated = engine.underMigrationLock(
    async (database) => void (await sql`alter table catalog add column added integer`.execute(database)),
  );
  const waiting = sql`select pid from pg_locks where relation = 'catalog'::regclass and not granted`;
  while ((await waiting.execute(engine.reader)).rows.length === 0);
  expect((await sql`select id from catalog`.execute(engine.reader)).rows).toEqual([]);
  await backup.query('commit');
  await backup.end();
  await migrated;
  expect((await sql`select added from catalog`.execute(engine.reader)).rows).toEqual([]);
  await engine.close();
  await drop();
});

it('waits for a table longer than autovacuum needs to give way', async () => {
  const { url, drop } = await copyPostgres('tables');
  const engine = await openPostgres({ url, maxConnections: 1 });
  await engine.underMigrationLock(async (database) => {
    const { rows } = await sql<{ name: string; ms: number }>`select name, setting::int as ms from pg_settings
      where name in ('deadlock_timeout', 'lock_timeout') order by name`.execute(database);
    const [deadlock, lock] = rows.map(({ ms }) => ms) as [number, number];
    expect(lock).toBeGreaterThan(deadlock);
  });
  await engine.close();
  await drop();
});

it('migrates the schema that is searched, whatever tables of that name another one has', async () => {
  const { directUrl, drop } = await createTestDatabase(inject('postgresUrl'));
  const inSchema = async (name: string) => {
    // Past a pooler, which would have to know of the option.
    const ofSchema = new URL(directUrl);
    ofSchema.searchParams.set('options', `-c search_path=${name}`);
    const engine = await openPostgres({ url: ofSchema.href, maxConnections: 1 });
    await sql`create schema ${sql.ref(name)}`.execute(engine.writer);
    const applied = [await migrate(engine), await migrate(engine)];
    const { rows } = await sql`select id from catalog`.execute(engine.reader);
    await engine.close();
    return [...applied.map(({ length }) => length > 0), rows];
  };
  for (const name of ['one', 'other']) expect(await inSchema(name)).toEqual([true, false, []]);
  await drop();
});

it('says that the schema is missing, and not that tables are, where another one has them', async () => {
  const { directUrl, drop } = await copyPostgres('tables');
  const ofSchema = new URL(directUrl);
  ofSchema.searchParams.set('options', '-c search_path=missing');
  const engine = await openPostgres({ url: ofSchema.href, maxConnections: 1 });
  const refusal = await migrate(engine).catch(explainStorageError);
  await engine.close();
  await drop();
  expect(refusal).toContain('has none of the schemas that the search_path of its user names');
});

it.each([
  ['LATIN1', /^The database of DATABASE_URL is encoded in LATIN1, .* Make one with encoding 'UTF8'\.$/],
  ['SQL_ASCII', null],
])('is refused with a sentence where its encoding can not hold all texts: %s', async (encoding, sentence) => {
  const { url, drop } = await createTestDatabase(inject('postgresUrl'));
  const admin = new pg.Client({ connectionString: url });
  await admin.connect();
  const ofEncoding = new URL(url);
  ofEncoding.pathname += `_${encoding.toLowerCase()}`;
  const name = ofEncoding.pathname.slice(1);
  await admin.query(`create database ${name} encoding '${encoding}' locale 'C' template template0`);
  const refusal = await openPostgres({ url: ofEncoding.href, maxConnections: 1 }).then(
    async (engine) => void (await engine.close()),
    explainStorageError,
  );
  await admin.query(`drop database ${name} with (force)`);
  await admin.end();
  await drop();
  if (sentence) expect(refusal).toMatch(sentence);
  else expect(refusal).toBeUndefined();
});
