import { ConfigError } from '../config.ts';
import { DomainError } from '../domain/errors.ts';
import { OutcomeUnknown } from '../domain/transactions.ts';
import { ImportError } from '../importer/import-error.ts';
import { printable } from '../importer/import-faults.ts';
import { MirrorProblem } from '../mirror/mirror-problem.ts';
import { toLoggedError } from '../server/logger.ts';
import { explainStorageError } from '../storage/open-stores.ts';
import { Interrupted } from './until-interrupted.ts';

/** Runs a command. What goes wrong is said in a sentence on standard error, without secrets, and the exit code is 1, or that of the signal. */
export async function orExplain(run: () => Promise<void>): Promise<void> {
  try {
    await run();
  } catch (error) {
    process.stderr.write(`${explain(error).split('\n').map(printable).join('\n')}\n`);
    process.exit(error instanceof Interrupted ? error.exitCode : 1);
  }
}

const told = [ConfigError, ImportError, Interrupted, MirrorProblem];

function explain(error: unknown): string {
  return explainKnown(error) ?? `The gateway failed to start. ${JSON.stringify(toLoggedError(error))}`;
}

/** Null: it is a bug. */
function explainKnown(error: unknown): string | null {
  if (told.some((kind) => error instanceof kind)) return (error as Error).message;
  if (error instanceof DomainError) return explainDomainError(error);
  const ofStorage = explainStorageError(error);
  if (ofStorage !== null) return ofStorage;
  if (lacksDescriptors(error))
    return 'More files are open than may be (EMFILE). Raise the limit of open files (ulimit -n), and start again.';
  const { code, message, path }: Partial<NodeJS.ErrnoException> = error instanceof Error ? error : {};
  if (code?.startsWith('ERR_PARSE_ARGS_')) return message ?? '';
  if (code === 'ENOENT' || code === 'EISDIR' || code === 'ENOTDIR') return `There is no such file: ${path ?? message}`;
  if (code === 'EACCES' || code === 'EPERM') return `Permission was denied (${code}): ${path ?? message}`;
  if (code === 'ENAMETOOLONG') return `The name is too long for a file (${code}): ${path ?? message}`;
  if (code === 'ELOOP') return `Its links lead to each other, and to no file (${code}): ${path ?? message}`;
  if (code === 'EROFS') return `The disk may only be read (${code}): ${path ?? message}`;
  if (code === 'ENOSPC') return `There is no space left on the disk (${code}). Nothing was changed.`;
  // Of a bundle that was copied without its native package, or with another machine's. The lines that follow say who requires it.
  if (/^(ERR_)?MODULE_NOT_FOUND$|^ERR_DLOPEN_FAILED$/.test(code ?? ''))
    return `A part of the gateway can not be loaded: ${message?.split('\n', 1)[0]}`;
  if (code === undefined && error instanceof Error && error.constructor === Error) return error.message;
  return null;
}

/** Of a thread that could not start, and of what Node.js could not load, only the text says so. */
function lacksDescriptors(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code, message, cause }: NodeJS.ErrnoException = error;
  const isSaid = code === 'EMFILE' || code === 'ENFILE' || /\bEMFILE\b|too many open files/.test(message);
  return isSaid || lacksDescriptors(cause);
}

/** A store says only that it can't be reached, and a platform that it has no answer; the cause says why. */
function explainDomainError(error: DomainError): string {
  const { message, cause } = error;
  if (!(cause instanceof Error)) return message;
  const known = explainKnown(cause);
  if (error instanceof OutcomeUnknown) return `${withoutPromise(known ?? cause.message)} ${lookFirst}`;
  return known ?? `${message} ${toSentence(cause.message)}`;
}

/** Of a statement such a fault undoes all; of a commit that is what is not known. */
function withoutPromise(why: string): string {
  return toSentence(why.replace(' Nothing was changed.', ''));
}

function toSentence(text: string): string {
  return text.replace(/(?<![.?])$/, '.');
}

const lookFirst =
  'It broke off while this was written, and whether that was done is not known: look before you run the command again.';
