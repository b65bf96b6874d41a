import { type DestinationStream, type LevelWithSilent, type Logger, pino } from 'pino';

export type { Logger };

/**
 * Nothing of a request but its method, path and id is ever logged; these are for whoever logs an object by mistake. In
 * lower case and without `-` and `_`: one entry for `card_id`, `cardId` and `Card-Id`.
 */
const secrets: ReadonlySet<string> = new Set([
  'authorization',
  'cookie',
  'setcookie',
  'token',
  'accesstoken',
  'clientsecret',
  'secret',
  'password',
  'email',
  'cardid',
  'customerid',
  'idempotencykey',
]);

export function createLogger(level: LevelWithSilent, destination?: DestinationStream): Logger {
  const options = {
    level,
    formatters: { log: (record: object) => redacted(record) as Record<string, unknown> },
    // Pino's own would make something else of what `toLoggedError` made.
    serializers: { err: (error: unknown) => error },
  };
  return destination ? pino(options, destination) : pino(options);
}

/** Deeper than anything that we log; where it ends, so does a circle. */
const maxDepth = 8;

/** A copy without secrets, at any depth and however their names are written. */
function redacted(value: unknown, depth = 0): unknown {
  if (value instanceof Error) return toLoggedError(value);
  if (typeof value !== 'object' || value === null || value instanceof Date) return value;
  if (depth === maxDepth) return '[too deep]';
  if (Array.isArray(value)) return value.map((member) => redacted(member, depth + 1));
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => {
      return [name, isSecret(name) ? '[redacted]' : redacted(member, depth + 1)];
    }),
  );
}

function isSecret(name: string): boolean {
  return secrets.has(name.toLowerCase().replaceAll(/[-_]/g, ''));
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
  // JSON.parse quotes what it could not read.
  const isQuoting = error instanceof SyntaxError;
  const places = error.stack?.split('\n').filter((line) => /^\s+at /.test(line));
  return {
    type: error.name,
    message: isForeign ? `An error with the code ${code}.` : isQuoting ? 'A text that does not parse.' : error.message,
    ...(code !== undefined && { code }),
    ...(places && { stack: places.join('\n') }),
    ...(error.cause instanceof Error && { cause: toLoggedError(error.cause) }),
  };
}
