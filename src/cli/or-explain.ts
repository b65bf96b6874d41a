import { ConfigError } from '../config.ts';
import { toLoggedError } from '../server/logger.ts';

/** Runs a command. What goes wrong is said in a sentence on standard error, without secrets, and the exit code is 1. */
export async function orExplain(run: () => Promise<void>): Promise<void> {
  try {
    await run();
  } catch (error) {
    process.stderr.write(`${explain(error)}\n`);
    process.exit(1);
  }
}

function explain(error: unknown): string {
  if (error instanceof ConfigError) return error.message;
  const { code, message } =
    error instanceof Error ? (error as NodeJS.ErrnoException) : { code: undefined, message: '' };
  if (code?.startsWith('ERR_PARSE_ARGS_')) return message;
  if (code === 'ECONNREFUSED' || code === 'ENOTFOUND' || code === 'ETIMEDOUT') {
    return `The database server of DATABASE_URL does not answer (${code}). Is it running, and is the address right?`;
  }
  if (code === '28P01' || code === '28000')
    return 'The database server of DATABASE_URL refuses the user or the password.';
  if (code === '3D000') return 'The database that DATABASE_URL names does not exist. Create it first.';
  if (code === 'SQLITE_NOTADB' || code === 'SQLITE_CORRUPT') {
    return 'The database file in DATA_DIR is damaged, or is none of ours. Nothing was changed. Restore it from a backup, or set DATA_DIR to another folder.';
  }
  if (code?.startsWith('SQLITE_') || code === 'EACCES' || code === 'EROFS' || code === 'ENOSPC') {
    return `The database in DATA_DIR can not be opened or written (${code}): ${message}`;
  }
  if (code === undefined && error instanceof Error && error.constructor === Error) return message;
  return `The gateway failed to start. ${JSON.stringify(toLoggedError(error))}`;
}
