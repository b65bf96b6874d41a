import type { ErrorCode, ErrorOutcome } from '../domain/errors.ts';

/** The same on every face. */
export const errorOutcomes = {
  NOT_FOUND: { status: 404, title: 'Not Found' },
  VALIDATION_FAILED: { status: 400, title: 'Bad Request' },
  UNPROCESSABLE_ENTITY: { status: 422, title: 'Unprocessable Entity' },
  CONFLICT: { status: 409, title: 'Conflict' },
  UNAUTHENTICATED: { status: 401, title: 'Unauthorized' },
  FORBIDDEN: { status: 403, title: 'Forbidden' },
  LIMIT_EXCEEDED: { status: 400, title: 'Bad Request' },
  UNAVAILABLE: { status: 503, title: 'Service Unavailable' },
  OUTCOME_UNKNOWN: { status: 504, title: 'Gateway Timeout' },
  UNSUPPORTED: { status: 501, title: 'Not Implemented' },
  EXPIRED: { status: 410, title: 'Gone' },
} as const satisfies Record<ErrorCode, ErrorOutcome>;

/** What is wrong with a request before any service sees it, and what is wrong with us. REST has the status alone. */
const requestOutcomes = {
  BAD_REQUEST: { status: 400, title: 'Bad Request' },
  GRAPHQL_PARSE_FAILED: { status: 400, title: 'Bad Request' },
  GRAPHQL_VALIDATION_FAILED: { status: 400, title: 'Bad Request' },
  PERSISTED_QUERY_NOT_FOUND: { status: 400, title: 'Bad Request' },
  PERSISTED_QUERY_NOT_SUPPORTED: { status: 400, title: 'Bad Request' },
  PERSISTED_QUERY_MISMATCH: { status: 400, title: 'Bad Request' },
  DOCUMENT_NOT_TRUSTED: { status: 400, title: 'Bad Request' },
  METHOD_NOT_ALLOWED: { status: 405, title: 'Method Not Allowed' },
  NOT_ACCEPTABLE: { status: 406, title: 'Not Acceptable' },
  REQUEST_TIMEOUT: { status: 408, title: 'Request Timeout' },
  PAYLOAD_TOO_LARGE: { status: 413, title: 'Payload Too Large' },
  UNSUPPORTED_MEDIA_TYPE: { status: 415, title: 'Unsupported Media Type' },
  RATE_LIMITED: { status: 429, title: 'Too Many Requests' },
  REQUEST_HEADER_FIELDS_TOO_LARGE: { status: 431, title: 'Request Header Fields Too Large' },
  INTERNAL: { status: 500, title: 'Internal Server Error' },
} as const satisfies Record<string, ErrorOutcome>;

/** Every code that a client may see. */
export type ClientErrorCode = ErrorCode | keyof typeof requestOutcomes;

export const clientErrorOutcomes: Readonly<Record<ClientErrorCode, ErrorOutcome>> = {
  ...requestOutcomes,
  ...errorOutcomes,
};

/** What a query that was stopped because its client has gone is logged and counted with, as proxies do: nobody is answered with it. */
export const clientGoneStatus = 499;

/** The code of a request that was refused with that status alone: the first that has it. */
export function codeOfStatus(status: number): ClientErrorCode {
  const codes = Object.keys(clientErrorOutcomes) as ClientErrorCode[];
  return codes.find((code) => clientErrorOutcomes[code].status === status) ?? 'BAD_REQUEST';
}
