/**
 * What a connection is made ready for before anybody gets it. No setting of a session is needed outside of transactions, and none is sent while
 * connecting: a pooler between here and the server (PgBouncer in transaction mode) refuses these, and gives each transaction another session.
 */
import { connect } from 'node:net';
import type { Client } from 'pg';
import { isConflict, isReadOnly, isUnanswered, ReadOnlyServer } from './postgres-errors.ts';
import type { NameOfStatement } from './postgres-statements.ts';
import { retryConflicts } from './retry-conflicts.ts';

export interface ConnectionOptions {
  readonly statementTimeoutMs: number;
  /** A client that vanished without a word must not hold its locks for hours. */
  readonly idleTimeoutMs: number;
  readonly nameOf: NameOfStatement;
  /** Whether only a server that takes writes will do. */
  readonly expectsWritable: boolean;
}

/** @throws ReadOnlyServer */
export async function readyConnection(client: Client, options: ConnectionOptions): Promise<void> {
  const { rows } = await client.query<{ pid: number; read_only: string }>(
    "select pg_backend_pid() as pid, current_setting('transaction_read_only') as read_only",
  );
  if (options.expectsWritable && rows[0]?.read_only === 'on') throw new ReadOnlyServer();
  // A pooler answers for many sessions, under a number of its own.
  const isPooled = rows[0]?.pid !== processIdOf(client);
  const { statementTimeoutMs, idleTimeoutMs } = options;
  const settings = [
    ['statement_timeout', statementTimeoutMs],
    ['idle_in_transaction_session_timeout', idleTimeoutMs],
  ] as const;
  const set = (scope: 'local' | 'session') => settings.map(([name, value]) => `set ${scope} ${name} = ${value}`);
  if (isPooled) extendBegin(client, set('local').join('; '));
  else {
    await client.query(set('session').join('; '));
    nameStatements(client, options.nameOf);
  }
  retryAlone(client);
  endWhenUnusable(client, { isPooled });
}

type Query = (...args: unknown[]) => unknown;

function wrapQuery(client: Client, wrap: (query: Query) => Query): void {
  client.query = wrap(client.query.bind(client) as Query) as Client['query'];
}

/** Statements with parameters are sent by their names. */
function nameStatements(client: Client, nameOf: NameOfStatement): void {
  wrapQuery(client, (query) => (text, values, ...rest) => {
    const hasValues = typeof text === 'string' && Array.isArray(values) && values.length > 0;
    const name = hasValues ? nameOf(text) : null;
    return name === null ? query(text, values, ...rest) : query({ name, text, values }, ...rest);
  });
}

/** In the message that begins a transaction, its settings cost no time. */
function extendBegin(client: Client, settings: string): void {
  wrapQuery(
    client,
    (query) =>
      (text, ...rest) =>
        query(typeof text === 'string' && text.startsWith('begin') ? `${text}; ${settings}` : text, ...rest),
  );
}

/** A statement that is a transaction by itself is made again where it met others; within one, all of it must be. */
function retryAlone(client: Client): void {
  wrapQuery(client, (query) => (text, ...rest) => {
    const run = () => query(text, ...rest);
    return isAlone(client, text) ? retryConflicts(async () => run(), { isConflict }) : run();
  });
}

/** A statement that is a transaction by itself. */
function isAlone(client: Client, text: unknown): text is string {
  return typeof text === 'string' && client.getTransactionStatus() === 'I' && !text.startsWith('begin');
}

/**
 * The driver gives up waiting for an answer, and leaves the connection in the pool: everybody who got it next would wait as long, after a
 * statement that is never answered. And a server that was demoted takes no write any more.
 *
 * Where the server has a time limit itself, what it does not answer may be a commit that waits for a synchronous standby. Cancelled, that is a commit all the
 * same, which the standby lacks: sent again under its key, the write would be answered as done, and be lost with the primary.
 */
function endWhenUnusable(client: Client, { isPooled }: { readonly isPooled: boolean }): void {
  wrapQuery(client, (query) => (...args) => {
    const isUnlimited = isPooled && isAlone(client, args[0]);
    const answer = query(...args);
    if (answer instanceof Promise) {
      answer.catch((error) => {
        if (isUnanswered(error) && isUnlimited) cancelStatement(client);
        if (isUnanswered(error) || isReadOnly(error)) void client.end();
      });
    }
    return answer;
  });
}

const cancelRequestCode = 80_877_102;
const cancelDeadlineMs = 1000;

/** What nobody waits for is not to go on in the server (postgresql.org/docs/current/protocol-flow.html, "Canceling Requests in Progress"). */
function cancelStatement(client: Client): void {
  const { host, port, secretKey } = client as Client & Readonly<Record<'secretKey', unknown>>;
  if (typeof secretKey !== 'number') return;
  const message = Buffer.alloc(16);
  message.writeInt32BE(16, 0);
  message.writeInt32BE(cancelRequestCode, 4);
  message.writeInt32BE(processIdOf(client), 8);
  message.writeInt32BE(secretKey, 12);
  const socket = connect(port, host);
  socket.setTimeout(cancelDeadlineMs, () => socket.destroy());
  // Where it can't be reached, there is nothing to be done.
  socket.on('error', () => socket.destroy());
  socket.end(message);
}

/** NOTE: a member of the driver's class that its types leave out. */
function processIdOf(client: Client): number {
  return Number(Object.entries(client).find(([name]) => name === 'processID')?.[1]);
}
