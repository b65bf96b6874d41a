import { sql } from 'kysely';
import type { Engine } from './engines/engine.ts';
import { makeOfRows } from './make-of-rows.ts';
import type { Schema } from './schema.ts';

type KeyedTable = 'application_key' | 'custom_api' | 'custom_field' | 'file' | 'offering' | 'plan' | 'subscription';

/** What the ids name of a table that no release is part of; what names nothing is absent. */
export async function getManyRows<Table extends KeyedTable, Item>(
  { reader, isOneOf }: Pick<Engine, 'reader' | 'isOneOf'>,
  table: Table,
  ids: readonly string[],
  toItem: (row: Schema[Table]) => Item,
): Promise<Map<string, Item>> {
  if (ids.length === 0) return new Map();
  const rows = await reader
    .selectFrom<KeyedTable>(table)
    .selectAll()
    .where(isOneOf(sql.ref('id'), ids))
    .execute();
  return new Map(await makeOfRows(rows, (row) => [row.id, toItem(row as Schema[Table])] as const));
}
