import { type CompiledQuery, type Kysely, sql } from 'kysely';
import type { Schema } from '../../src/storage/schema.ts';
import type { EngineName } from './engines.ts';

/** How a statement that was logged is run: SQLite's steps, or the lines of PostgreSQL's plan. */
export async function explain(
  database: Kysely<Schema>,
  engine: EngineName,
  { sql: text, parameters }: Pick<CompiledQuery, 'sql' | 'parameters'>,
): Promise<string[]> {
  const explained = sql.raw(`explain ${engine === 'sqlite' ? 'query plan ' : ''}${text}`).compile(database);
  const { rows } = await database.executeQuery<Record<string, string>>({ ...explained, parameters });
  return rows.map((row) => row.detail ?? row['QUERY PLAN'] ?? '');
}
