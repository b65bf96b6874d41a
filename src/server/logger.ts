import { type DestinationStream, type Logger, pino } from 'pino';
import type { LogLevel } from '../config.ts';

/** Nothing of a request but its method, path and id is ever logged; these are for whoever logs an object by mistake. */
const secrets = [
  'authorization',
  'cookie',
  'token',
  'access_token',
  'accessToken',
  'client_secret',
  'clientSecret',
  'secret',
  'password',
  'email',
  'card_id',
  'cardId',
  'customer_id',
  'customerId',
  'idempotency-key',
  'idempotencyKey',
];

export function createLogger(level: LogLevel, destination?: DestinationStream): Logger {
  const paths = secrets.flatMap((name) => [`["${name}"]`, `*["${name}"]`, `*.*["${name}"]`]);
  const options = { level, redact: { paths, censor: '[redacted]' }, serializers: { err: toLoggedError } };
  return destination ? pino(options, destination) : pino(options);
}

interface LoggedError {
  readonly type: string;
  readonly message: string;
  readonly code?: string;
  readonly stack?: string;
  readonly cause?: LoggedError;
}

/**
 * What a log may hold of an error. A database's error carries statements, parameters and rows (PostgreSQL: `detail`,
 * `query`), so of an error with a code the code is all that is kept, and the places it passed through.
 */
export function toLoggedError(error: unknown): LoggedError {
  if (!(error instanceof Error)) return { type: typeof error, message: 'Something that is no error was thrown.' };
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined;
  const isForeign = code !== undefined && error.name !== 'DomainError';
  const places = error.stack?.split('\n').filter((line) => /^\s+at /.test(line));
  return {
    type: error.name,
    message: isForeign ? `An error with the code ${code}.` : error.message,
    ...(code !== undefined && { code }),
    ...(places && { stack: places.join('\n') }),
    ...(error.cause instanceof Error && { cause: toLoggedError(error.cause) }),
  };
}
