/**
 * SQLSTATEs (postgresql.org/docs/current/errcodes-appendix.html), the network's codes and the driver's messages: what they mean to
 * the stores, and to whoever runs the gateway. Loads no driver.
 */
import { DomainError } from '../../domain/errors.ts';
import { isUnreadable, UnreadableCertificate } from './certificate-files.ts';

/** Five characters, of what the server itself refused; null: the network, or the driver's own time-out. */
function sqlStateOf(error: unknown): string | null {
  return error instanceof Error && 'severity' in error ? (codeOf(error) ?? null) : null;
}

function codeOf(error: Error): string | undefined {
  return 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}

export function violatedConstraint(error: unknown): string | null {
  return sqlStateOf(error) === '23505' ? ((error as { readonly constraint?: string }).constraint ?? null) : null;
}

/** One of several hosts, which takes no writes now. */
export class ReadOnlyServer extends Error {
  override readonly name = 'ReadOnlyServer';
  constructor() {
    super('The server takes no writes: it is a standby.');
  }
}

/** One of several hosts, which takes writes, and was the primary before another one. */
export class OvertakenServer extends Error {
  override readonly name = 'OvertakenServer';
  constructor() {
    super('The server takes writes, but another one was promoted since it was the primary.');
  }
}

/** It has more to do than it can: what waits for it already has waited for too long. */
export class BusyServer extends Error {
  override readonly name = 'BusyServer';
  constructor() {
    super('More statements wait for a connection than the server does.');
  }
}

/** It can be read, and has nothing of what the primary shows. */
export class UnlikeReplica extends Error {
  override readonly name = 'UnlikeReplica';
}

/** It can't hold all texts, and converts or refuses what it is sent. */
export class UnfitEncoding extends Error {
  override readonly name = 'UnfitEncoding';
  readonly encoding: string;
  constructor(encoding: string) {
    super(`The database is encoded in ${encoding}.`);
    this.encoding = encoding;
  }
}

/** None of the schemas that are searched exists: the server says so where something is created, and only then. */
export class NoSchema extends Error {
  override readonly name = 'NoSchema';
  readonly code = '3F000';
  constructor() {
    super('No schema is searched that exists.');
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
  return /^40(000|001|P01)$/.test(sqlStateOf(error) ?? '');
}

/** Of a write, or, as a standby says of a table that is not logged, of a read. */
export function isReadOnly(error: unknown): boolean {
  return /^(25006|0A000)$/.test(sqlStateOf(error) ?? '');
}

export function lacksTables(error: unknown): boolean {
  return sqlStateOf(error) === '42P01';
}

/** The server ended a statement that took longer than it may: another server would take as long. */
export function wasTooSlow(error: unknown): boolean {
  return sqlStateOf(error) === '57014';
}

/** What it was to lock was held by others for longer than `lock_timeout`. */
export function foundLocked(error: unknown): boolean {
  return sqlStateOf(error) === '55P03';
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
 * Classes 08 connection, 28 user and password, 3D no such database, 53 resources, 57 intervention (shutdown, timeout), 58 system, 40 serialisation;
 * 0A000 a table that is not logged, of a standby, 25006 read-only, 25P03 and 25P04 a transaction that was left alone or took too long, 42501 no privilege, 42P01 and 42703 no such table
 * or column (another version has changed them), 55000 a database that takes no connections, 55P03 a lock that was held for longer than `lock_timeout`. What an
 * operator has to mend is none of the request's faults.
 */
const passingStates = /^(08|28|3D|53|57|58|40|0A000|25006|25P0[34]|42501|42P01|42703|55000|55P03)/;

/** Of our own. */
const refusals = [ReadOnlyServer, OvertakenServer, UnreadablePassword, BusyServer];

function mayPass(error: Error): boolean {
  if (refusals.some((refusal) => error instanceof refusal)) return true;
  const state = sqlStateOf(error);
  if (state !== null) return passingStates.test(state);
  return (
    /^(ECONN|EPIPE|ETIMEDOUT|EHOST|ENET|ENOTFOUND|EAI_AGAIN)/.test(codeOf(error) ?? '') ||
    /^SASL: |^received invalid response|timeout|Connection terminated|Client has encountered a connection error|not queryable/i.test(
      error.message,
    ) ||
    // For each connection the driver reads the certificates, and shows its own.
    isUnreadable(error) ||
    explainTls(error, '') !== null
  );
}

/** The driver stopped waiting for an answer. */
export function isUnanswered(error: unknown): boolean {
  return error instanceof Error && error.message === 'Query read timeout';
}

/** `variable`: what names the server. */
export function explainPostgres(error: unknown, variable: string): string | null {
  if (!(error instanceof Error)) return null;
  const [code, { message }] = [codeOf(error), error];
  if (error instanceof UnreadablePassword || error instanceof UnreadableCertificate) return message;
  if (error instanceof UnlikeReplica || error instanceof BusyServer) return message;
  if (error instanceof UnfitEncoding) {
    return `The database of ${variable} is encoded in ${error.encoding}, which can't hold every text. Nothing was changed. Make one with encoding 'UTF8'.`;
  }
  const tls = explainTls(error, variable);
  if (tls !== null) return tls;
  if (error instanceof ReadOnlyServer) return `None of the hosts of ${variable} takes writes: they are standbys.`;
  if (error instanceof OvertakenServer) {
    return `Of the hosts of ${variable} only one can be reached that another one has taken the place of, and that takes writes all the same. End it, or make it follow that one.`;
  }
  if (code === '42501' && !/ schema /.test(message)) return lacksPrivilege(variable, message);
  const known = code === undefined ? undefined : explanations[code];
  if (known) return known(variable);
  if (code === '53100') return `There is no space left on the disk (${code}). Nothing was changed.`;
  if (refusesConnections(code, message)) {
    return `The database server of ${variable} does not answer (${code ?? message}). Is it running, and is the address right?`;
  }
  if (isUnanswered(error) || wasTooSlow(error) || code === '55P03') {
    return `The database server of ${variable} did not finish a statement in time. Is it overloaded, or is something locked?`;
  }
  if (!message.startsWith('SASL: ')) return null;
  return message.includes('client password')
    ? `The database server of ${variable} wants a password. Name one in the URL, or by DATABASE_PASSWORD_FILE.`
    : refusesUser(variable);
}

const refusesUser = (variable: string) => `The database server of ${variable} refuses the user or the password.`;
const notOurs = (variable: string) =>
  `The database of ${variable} has tables with names of ours, but was not made by the gateway, or not to its end. Nothing was changed. Use an empty one.`;
const incomplete = (variable: string) =>
  `The database of ${variable} lacks tables or columns that its record of migrations names. Nothing was changed. Restore it from a backup.`;

/** It has made the tables, or found them, and may not use one of them: whoever owns them has changed. */
const lacksPrivilege = (variable: string, message: string) =>
  `The user of ${variable} may not do what the gateway needs: ${message}. Make it the owner of the database and of its tables.`;

const explanations: Readonly<Record<string, (variable: string) => string>> = {
  '08P01': (variable) =>
    `The pooler of ${variable} can't use its server (08P01): is that running, and does it take the pooler's user and password?`,
  '0A000': (variable) =>
    `The database server of ${variable} can't do what the gateway needs (0A000): it is a standby, or another engine. Name the primary.`,
  '25006': (variable) =>
    `The database server of ${variable} takes no writes: it is a standby, or set to be read only. Name the primary.`,
  '28000': refusesUser,
  '28P01': refusesUser,
  '3D000': (variable) => `The database that ${variable} names does not exist. Create it first.`,
  '3F000': (variable) =>
    `The database of ${variable} has none of the schemas that the search_path of its user names. Create one, or name another.`,
  '42501': (variable) =>
    `The user of ${variable} may not create tables there. Make it the owner of the database, or grant it CREATE on the schema public.`,
  '42701': notOurs,
  '42710': notOurs,
  '42P07': notOurs,
  '42703': incomplete,
  '42P01': incomplete,
  '53300': (variable) =>
    `The database server of ${variable} has no connection left (53300). Allow it more, or take fewer: MAX_CONNECTIONS by each of WORKERS and of the instances.`,
  '57P01': (variable) =>
    `An administrator ended a connection to the database server of ${variable} (57P01), or it stops.`,
  '57P05': (variable) =>
    `The database server of ${variable} ended a connection that was idle (57P05): it has an idle_session_timeout.`,
  '55000': (variable) => `The database of ${variable} takes no connections. Allow them, or name another one.`,
};

/** Who it is and how it is spoken to, before any password is sent. */
function explainTls(error: Error, variable: string): string | null {
  const [code = '', { message }] = [codeOf(error), error];
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID') {
    return `The certificate of the database server is for another host than ${variable} names. Use a name that is in it.`;
  }
  if (/^(CERT_|SELF_SIGNED_|DEPTH_ZERO_|UNABLE_TO_)/.test(code)) {
    return `The certificate of the database server can not be trusted (${code}). Does sslrootcert name the authority that issued it?`;
  }
  if (message === 'The server does not support SSL connections') {
    return `The database server of ${variable} takes no encrypted connections. Set them up there, or leave sslmode away.`;
  }
  if (code !== '28000') return null;
  if (message.includes('client certificate')) {
    return `The database server of ${variable} wants a certificate of the gateway: name it by sslcert, and its key by sslkey.`;
  }
  if (message.includes('no encryption')) {
    return `The database server of ${variable} takes no connection of this kind without encryption. Add sslmode=verify-full, and sslrootcert.`;
  }
  // Where its messages are not English, which of both it was is not known.
  return 'routine' in error && error.routine === 'ClientAuthentication'
    ? `The database server of ${variable} takes no connection of this kind by its pg_hba.conf: ${message}. If it wants encryption, add sslmode=verify-full, and sslrootcert.`
    : null;
}

/** A server that takes nobody now has codes, and so has the network; the driver's messages have none. */
function refusesConnections(code: string | undefined, message: string): boolean {
  if (code !== undefined) return /^(ECONN|ETIMEDOUT|EHOST|ENET|ENOTFOUND|EAI_AGAIN|EPIPE|08|53[34]|57P)/.test(code);
  return /^(Connection terminated|Client has encountered a connection error|timeout exceeded|received invalid response)/.test(
    message,
  );
}
