import { sql } from 'kysely';
import { expect, it } from 'vitest';
import type { Engine } from '../../../src/storage/engines/engine.ts';
import { openPostgres } from '../../../src/storage/engines/postgres-engine.ts';
import { createStatementNames } from '../../../src/storage/engines/postgres-statements.ts';
import { copyPostgres } from '../../support/copied-databases.ts';

const insertKey = ({ writer }: Engine, id: string) =>
  writer
    .insertInto('signing_key')
    .values({ id, algorithm: 'ES256', private_jwk: '{}', created_at: '2026-01-01T00:00:00.000Z', expires_at: null })
    .execute();

it('a connection prepares a write once, and runs it again while the table is changed beside it', async () => {
  const { directUrl: url, drop } = await copyPostgres('demo');
  const engine = await openPostgres({ url, maxConnections: 1 });
  await insertKey(engine, 'one');
  await sql`alter table signing_key add column later text`.execute(engine.writer);
  await insertKey(engine, 'two');
  const prepared = await sql<{ statement: string }>`select statement from pg_prepared_statements`.execute(
    engine.reader,
  );
  const kept = await engine.reader.selectFrom('signing_key').select('id').orderBy('id').execute();
  await engine.close();
  await drop();
  expect(prepared.rows.map(({ statement }) => statement)).toEqual([
    expect.stringMatching(/^insert into "signing_key"/),
  ]);
  expect(kept.map(({ id }) => id)).toEqual(expect.arrayContaining(['one', 'two']));
});

it.each([
  ['select * from plan', null],
  ['insert into plan values ($1) returning *', null],
  ['insert into plan values ($1)', 'statement_1'],
  ['begin', null],
])('%s is named %s', (text, name) => {
  expect(createStatementNames()(text)).toBe(name);
});

it('names are as many as a server may keep for each connection', () => {
  const nameOf = createStatementNames();
  const names = Array.from({ length: 200 }, (_, index) => nameOf(`insert into plan values (${index})`));
  expect(names.filter((name) => name !== null)).toHaveLength(100);
  expect(nameOf('insert into plan values (0)')).toBe('statement_1');
});

it('bulk loads get no names, and leave them to others', () => {
  const nameOf = createStatementNames();
  const rows = Array.from({ length: 200 }, (_, index) => `${'($1), '.repeat(1000 + index)}($1)`);
  expect(new Set(rows.map((values) => nameOf(`insert into plan values ${values}`)))).toEqual(new Set([null]));
  expect(nameOf('insert into plan values ($1)')).toBe('statement_1');
});
