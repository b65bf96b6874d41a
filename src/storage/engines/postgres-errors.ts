/**
 * SQLSTATEs (postgresql.org/docs/current/errcodes-appendix.html), the network's codes and the driver's messages: what they mean to
 * the stores, and to whoever runs the gateway. Loads no driver.
 */
import { DomainError } from '../../domain/errors.ts';
import { isUnreadable, UnreadableCertificate } from './certificate-files.ts';

/** Five characters, of what the server itself refused; null: the network, or the driver's own time-out. */
function sqlStateOf(error: Error): string | null {
  const code = codeOf(error);
  return 'severity' in error && code !== undefined ? code : null;
}

function codeOf(error: Error): string | undefined {
  return 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}

export function violatedConstraint(error: unknown): string | null {
  if (!(error instanceof Error) || sqlStateOf(error) !== '23505') return null;
  return 'constraint' in error ? String(error.constraint) : null;
}

/** One of several hosts, which takes no writes now. */
export class ReadOnlyServer extends Error {
  override readonly name = 'ReadOnlyServer';
  constructor() {
    super('The server takes no writes: it is a standby.');
  }
}

/** It has more to do than it can: what waits for it already has waited for too long. */
export class BusyServer extends Error {
  override readonly name = 'BusyServer';
  constructor() {
    super('More statements wait for a connection than the server does.');
  }
}

/** The file is being replaced, or was named wrongly. */
export class UnreadablePassword extends Error {
  override readonly name = 'UnreadablePassword';
  constructor(code: string) {
    super(`The file of DATABASE_PASSWORD_FILE or DATABASE_URL_FILE can not be read (${code}).`);
  }
}

/** Of two transactions that could not both be done, this one was undone; done again, it may go through. */
export function isConflict(error: unknown): boolean {
  if (error instanceof DomainError) return isConflict(error.cause);
  return error instanceof Error && /^40(000|001|P01)$/.test(sqlStateOf(error) ?? '');
}

export function isReadOnly(error: unknown): boolean {
  return error instanceof Error && sqlStateOf(error) === '25006';
}

export function toUnavailable(error: unknown): DomainError | null {
  if (!(error instanceof Error) || !mayPass(error)) return null;
  const message = 'The store can not be reached for the moment. Try again.';
  return new DomainError('UNAVAILABLE', message, [], { cause: error });
}

/** A server that refuses a statement has undone it; one that goes away in the middle of it says nothing. */
export function mayHaveCommitted(error: unknown): boolean {
  if (!(error instanceof Error) || !mayPass(error)) return false;
  const state = sqlStateOf(error);
  // 40003: an engine of several machines does not know.
  return state === null || /^(08|57P|58|40003)/.test(state);
}

/**
 * Classes 08 connection, 53 resources, 57 intervention (shutdown, timeout), 58 system, 40 serialisation; 25006 read-only, 25P03 a
 * transaction that was left alone.
 */
function mayPass(error: Error): boolean {
  if (error instanceof ReadOnlyServer || error instanceof UnreadablePassword || error instanceof BusyServer)
    return true;
  const state = sqlStateOf(error);
  if (state !== null) return /^(08|53|57|58|40|25006|25P03)/.test(state);
  return (
    /^(ECONN|EPIPE|ETIMEDOUT|EHOST|ENET|ENOTFOUND|EAI_AGAIN)/.test(codeOf(error) ?? '') ||
    /timeout|Connection terminated|Client has encountered a connection error|not queryable/i.test(error.message) ||
    // For each connection the driver reads the certificates, and shows its own.
    isUnreadable(error) ||
    explainTls(error) !== null
  );
}

/** The driver stopped waiting for an answer. */
export function isUnanswered(error: unknown): boolean {
  return error instanceof Error && error.message === 'Query read timeout';
}

export function explainPostgres(error: unknown): string | null {
  if (!(error instanceof Error)) return null;
  const [code, { message }] = [codeOf(error), error];
  if (error instanceof UnreadablePassword || error instanceof UnreadableCertificate) return message;
  const tls = explainTls(error);
  if (tls !== null) return tls;
  if (error instanceof ReadOnlyServer) return 'None of the hosts of DATABASE_URL takes writes: they are standbys.';
  if (code === '25006') {
    return 'The database server of DATABASE_URL takes no writes: it is a standby, or set to be read only. Name the primary.';
  }
  if (code === '42P07') {
    return 'The database of DATABASE_URL has tables with names of ours, but was not made by the gateway, or not to its end. Nothing was changed. Use an empty one.';
  }
  if (code === '42P01' || code === '42703') {
    return 'The database of DATABASE_URL lacks tables or columns that its record of migrations names. Nothing was changed. Restore it from a backup.';
  }
  if (code === '53100') return `There is no space left on the disk (${code}). Nothing was changed.`;
  if (refusesConnections(code, message)) {
    return `The database server of DATABASE_URL does not answer (${code ?? message}). Is it running, and is the address right?`;
  }
  if (code === '28P01' || code === '28000') {
    return 'The database server of DATABASE_URL refuses the user or the password.';
  }
  if (code === '3D000') return 'The database that DATABASE_URL names does not exist. Create it first.';
  if (code === '42501') {
    return 'The user of DATABASE_URL may not create tables there. Make it the owner of the database, or grant it CREATE on the schema public.';
  }
  return null;
}

/** Who it is and how it is spoken to, before any password is sent. */
function explainTls(error: Error): string | null {
  const [code = '', { message }] = [codeOf(error), error];
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID') {
    return 'The certificate of the database server is for another host than DATABASE_URL names. Use a name that is in it.';
  }
  if (/^(CERT_|SELF_SIGNED_|DEPTH_ZERO_|UNABLE_TO_)/.test(code)) {
    return `The certificate of the database server can not be trusted (${code}). Does sslrootcert name the authority that issued it?`;
  }
  if (message === 'The server does not support SSL connections') {
    return 'The database server of DATABASE_URL takes no encrypted connections. Set them up there, or leave sslmode away.';
  }
  if (code !== '28000') return null;
  if (message.includes('client certificate')) {
    return 'The database server of DATABASE_URL wants a certificate of the gateway: name it by sslcert, and its key by sslkey.';
  }
  return message.includes('no encryption')
    ? 'The database server of DATABASE_URL takes no connection of this kind without encryption. Add sslmode=verify-full, and sslrootcert.'
    : null;
}

/** A server that takes nobody now has codes, and so has the network; the driver's messages have none. */
function refusesConnections(code: string | undefined, message: string): boolean {
  if (code !== undefined) return /^(ECONN|ETIMEDOUT|EHOST|ENET|ENOTFOUND|EAI_AGAIN|EPIPE|08|53[34]|57P)/.test(code);
  return /^(Connection terminated|timeout exceeded)/.test(message);
}
