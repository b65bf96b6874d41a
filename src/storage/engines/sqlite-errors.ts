/** SQLite's result codes (sqlite.org/rescode.html): what they mean to the stores, and to whoever runs the gateway. Loads no driver. */
import { DomainError } from '../../domain/errors.ts';

type SqliteError = Error & { readonly code: string };

function isSqliteError(error: unknown): error is SqliteError {
  return error instanceof Error && 'code' in error && String(error.code).startsWith('SQLITE_');
}

export function isBusy(error: unknown): boolean {
  return isSqliteError(error) && error.code.startsWith('SQLITE_BUSY');
}

/** SQLite names the columns of a violated constraint, not the constraint. */
const constraintsByColumns: Record<string, string> = {
  'application_key.client_id': 'application_key_client_id_key',
  'custom_api.api_type': 'custom_api_api_type_key',
  'custom_field.custom_api_id, custom_field.slug': 'custom_field_slug_key',
};

export function violatedConstraint(error: unknown): string | null {
  if (!isSqliteError(error) || error.code !== 'SQLITE_CONSTRAINT_UNIQUE') return null;
  return constraintsByColumns[error.message.replace('UNIQUE constraint failed: ', '')] ?? null;
}

/** What may pass: locked, disk full, I/O error, read-only; tables that another version has changed. */
export function toUnavailable(error: unknown): DomainError | null {
  if (!isSqliteError(error)) return null;
  const mayPass = /^SQLITE_(BUSY|LOCKED|FULL|IOERR|READONLY|CANTOPEN|NOMEM)/.test(error.code);
  if (!mayPass && !lacksTables(error)) return null;
  const message = 'The store can not be reached or written for the moment. Try again.';
  return new DomainError('UNAVAILABLE', message, [], { cause: error });
}

/** What the disk refused to sync may be on it. */
export function mayHaveCommitted(error: unknown): boolean {
  return isSqliteError(error) && error.code.startsWith('SQLITE_IOERR');
}

/** DATA_DIR can't be made, or holds no file of ours. The message is a sentence for whoever set it. */
export class DataFolderError extends Error {
  override readonly name = 'DataFolderError';

  constructor(cause: NodeJS.ErrnoException) {
    super(explainFolder(cause), { cause });
  }
}

/** There is space, but not for that much. The message is a sentence for whoever runs the gateway. */
export class LittleSpaceError extends Error {
  override readonly name = 'LittleSpaceError';
  readonly code = 'SQLITE_FULL';

  constructor(leastFreeMegabytes: number) {
    super(
      `There is little space left on the disk of DATA_DIR: its last ${leastFreeMegabytes} MB are kept for what the gateway writes meanwhile. Nothing was changed.`,
    );
  }
}

export function explainSqlite(error: unknown): string | null {
  if (error instanceof DataFolderError || error instanceof LittleSpaceError) return error.message;
  if (!isSqliteError(error)) return null;
  const { code, message } = error;
  if (isOfFullDisk(code)) return `There is no space left on the disk (${code}). Nothing was changed.`;
  if (code === 'SQLITE_NOTADB' || code === 'SQLITE_CORRUPT') {
    return 'The database file in DATA_DIR is damaged, or is none of ours. Nothing was changed. Restore it from a backup, or set DATA_DIR to another folder.';
  }
  if (code === 'SQLITE_CANTOPEN') {
    return `The database in DATA_DIR can not be opened or written (${code}). May its files be read and written, has the disk an inode left, and does ulimit -n allow another file?`;
  }
  if (/^(table|index) \S+ already exists$|^duplicate column name/.test(message)) {
    return 'The database in DATA_DIR has tables with names of ours, but was not made by the gateway, or not to its end. Nothing was changed. Set DATA_DIR to another folder.';
  }
  if (lacksTables(error)) {
    return 'The database in DATA_DIR lacks tables or columns that its record of migrations names. Nothing was changed. Restore it from a backup.';
  }
  // The text of any other error may hold what was to be written.
  const isOfFile = /^SQLITE_(READONLY|IOERR|BUSY|LOCKED|PERM|AUTH|NOMEM|PROTOCOL)/.test(code);
  return `The database in DATA_DIR can not be opened or written (${code})${isOfFile ? `: ${message}` : '.'}`;
}

/** The second: there was no room for the -shm beside the database, which whoever opens it first makes, also to read. */
function isOfFullDisk(code: string): boolean {
  return code === 'SQLITE_FULL' || code === 'SQLITE_IOERR_SHMSIZE';
}

function lacksTables({ message }: SqliteError): boolean {
  return /^no such (table|column)|^table \S+ has no column named/.test(message);
}

function explainFolder({ code, message, syscall }: NodeJS.ErrnoException): string {
  if ((code === 'ENOENT' || code === 'EROFS') && syscall === 'mkdir') {
    return 'DATA_DIR can not be created. Is its disk read-only, is it a link that leads nowhere, or is the folder gone that this was started in?';
  }
  if (code === 'ENOSPC') return `There is no space left on the disk (${code}). Nothing was changed.`;
  if (code === 'EEXIST' || code === 'ENOTDIR') {
    return 'DATA_DIR must be a folder, or a place for one, but there is a file. Set it to another folder.';
  }
  return `The database in DATA_DIR can not be opened or written (${code}): ${message}`;
}
