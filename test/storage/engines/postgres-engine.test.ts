import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { openPostgres } from '../../../src/storage/engines/postgres-engine.ts';
import { copyPostgres } from '../../support/copied-databases.ts';

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
