import { ConfigError } from '../config.ts';
import { DomainError } from '../domain/errors.ts';
import { ImportError } from '../importer/import-catalogs.ts';
import { toLoggedError } from '../server/logger.ts';
import { Interrupted } from './until-interrupted.ts';

/** Runs a command. What goes wrong is said in a sentence on standard error, without secrets, and the exit code is 1. */
export async function orExplain(run: () => Promise<void>): Promise<void> {
  try {
    await run();
  } catch (error) {
    process.stderr.write(`${explain(error)}\n`);
    process.exit(process.exitCode ?? 1);
  }
}

function explain(error: unknown): string {
  if (error instanceof ConfigError) return error.message;
  if (error instanceof ImportError || error instanceof Interrupted) return error.message;
  // A store says only that it can't be reached; its cause says why.
  if (error instanceof DomainError) return error.cause ? explain(error.cause) : error.message;
  const { code, message, syscall } =
    error instanceof Error ? (error as NodeJS.ErrnoException) : { code: undefined, message: '', syscall: undefined };
  if (code?.startsWith('ERR_PARSE_ARGS_')) return message;
  // Node's word for a folder that it could not make, on a disk that is read-only too.
  if (code === 'ENOENT' && syscall === 'mkdir') return 'DATA_DIR can not be created. Is its disk read-only?';
  if (code === 'ENOENT' || code === 'EISDIR') {
    return `There is no such file: ${(error as NodeJS.ErrnoException).path ?? message}`;
  }
  if (code === 'ENOSPC' || code === 'SQLITE_FULL' || code === '53100') {
    return `There is no space left on the disk (${code}). Nothing was changed.`;
  }
  if (isUnanswered(code, message)) {
    return `The database server of DATABASE_URL does not answer (${code ?? message}). Is it running, and is the address right?`;
  }
  if (code === '28P01' || code === '28000')
    return 'The database server of DATABASE_URL refuses the user or the password.';
  if (code === '3D000') return 'The database that DATABASE_URL names does not exist. Create it first.';
  if (code === '42501') {
    return 'The user of DATABASE_URL may not create tables there. Make it the owner of the database, or grant it CREATE on the schema public.';
  }
  if (code === 'SQLITE_NOTADB' || code === 'SQLITE_CORRUPT') {
    return 'The database file in DATA_DIR is damaged, or is none of ours. Nothing was changed. Restore it from a backup, or set DATA_DIR to another folder.';
  }
  if (code === 'EEXIST' || code === 'ENOTDIR') {
    return 'DATA_DIR must be a folder, or a place for one, but there is a file. Set it to another folder.';
  }
  if (code?.startsWith('SQLITE_') || /^(EACCES|EPERM|EROFS)$/.test(code ?? '')) {
    return `The database in DATA_DIR can not be opened or written (${code}): ${message}`;
  }
  if (message.startsWith('corrupted migrations')) {
    return 'The database was written by another version of the gateway. Nothing was changed. Start that version, or use another database.';
  }
  if (code === undefined && error instanceof Error && error.constructor === Error) return message;
  return `The gateway failed to start. ${JSON.stringify(toLoggedError(error))}`;
}

/** The network's codes, PostgreSQL's for a server that takes nobody now, and the driver's messages, which have none. */
function isUnanswered(code: string | undefined, message: string): boolean {
  if (code !== undefined) return /^(ECONN|ETIMEDOUT|EHOST|ENET|ENOTFOUND|EAI_AGAIN|EPIPE|08|53[34]|57P)/.test(code);
  return /^(Connection terminated|timeout exceeded)/.test(message);
}
