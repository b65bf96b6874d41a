import { ConfigError } from '../config.ts';
import { DomainError } from '../domain/errors.ts';
import { ImportError } from '../importer/import-catalogs.ts';
import { toLoggedError } from '../server/logger.ts';
import { explainStorageError } from '../storage/open-stores.ts';
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
  const ofStorage = explainStorageError(error);
  if (ofStorage !== null) return ofStorage;
  const { code, message, path }: Partial<NodeJS.ErrnoException> = error instanceof Error ? error : {};
  if (code?.startsWith('ERR_PARSE_ARGS_')) return message ?? '';
  if (code === 'ENOENT' || code === 'EISDIR' || code === 'ENOTDIR') return `There is no such file: ${path ?? message}`;
  if (code === 'EACCES' || code === 'EPERM') return `Permission was denied (${code}): ${path ?? message}`;
  if (code === 'EROFS') return `The disk may only be read (${code}): ${path ?? message}`;
  if (code === 'ENOSPC') return `There is no space left on the disk (${code}). Nothing was changed.`;
  if (code === undefined && error instanceof Error && error.constructor === Error) return error.message;
  return `The gateway failed to start. ${JSON.stringify(toLoggedError(error))}`;
}
