import { UnreadableRecord } from '../domain/release/read-record.ts';
import { explainPostgres } from './engines/postgres-errors.ts';
import { explainSqlite } from './engines/sqlite-errors.ts';

/**
 * What whoever runs the gateway can do about an error of the database, in a sentence without secrets; null: it is none of the database's.
 * `variable`: what names the server.
 */
export function explainStorageError(error: unknown, variable = 'DATABASE_URL'): string | null {
  if (error instanceof Error && error.message.startsWith('corrupted migrations')) {
    return 'The database was written by another version of the gateway, or by another program. Nothing was changed. Start that version, or use another database.';
  }
  if (error instanceof UnreadableRecord)
    return `${error.message} Import its catalog again, or make another release current; where that does not help, restore a backup.`;
  return explainSqlite(error) ?? explainPostgres(error, variable);
}
