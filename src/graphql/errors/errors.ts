/**
 * What a client is told: `message` is the detail, `extensions` hold the code, the platform's status and title, the
 * request's id, and for faulty input the violations. Whatever is not known here is a bug: reported once, and masked.
 */
import { GraphQLError } from 'graphql';
import { DomainError, validationError } from '../../domain/errors.ts';
import {
  formatViolation,
  formatViolations,
  type PathSegment,
  shortenViolations,
  type Violation,
} from '../../domain/input/violations.ts';
import { type ClientErrorCode, clientErrorOutcomes, clientGoneStatus } from '../../http/error-outcomes.ts';
import { isOutage } from '../../http/outage.ts';
import { LimitExceeded } from '../limits/limit-exceeded.ts';
import { parseGlobalId } from '../schema/global-id.ts';
import { ClientError, locationsOf } from './client-error.ts';
import { isSyntaxError, pathOfNull, toClientMessage } from './graphql-messages.ts';
import { untoldError } from './untold-error.ts';

export interface ErrorReport {
  readonly requestId: string;
  /** Whether the operation was executed: a fault of the request itself is found before. */
  readonly isExecuted: boolean;
  /** Whether the response has data: then it is a success for HTTP. */
  readonly hasData: boolean;
  /** That one error tells. */
  readonly maxViolations: number;
  /** Called once for each bug that a client is told of, and for what an operator must know: why the store could not be reached. */
  readonly report: (error: unknown) => void;
}

/** The first ones, and one that says how many more there are: those are counted and nothing else. */
export function toClientErrors(errors: readonly unknown[], max: number, context: ErrorReport): ClientError[] {
  const told = errors.filter((error) => error !== untoldError).slice(0, max);
  const more = errors.length - told.length;
  if (more <= 0) return told.map((error) => toClientError(error, context));
  const [last] = errors.slice(max);
  // Validation has ended there, and says so itself.
  const marker = more === 1 && last instanceof LimitExceeded ? last : moreErrors(more, max);
  return [...told.map((error) => toClientError(error, context)), toRequestError(marker, context.requestId)];
}

function moreErrors(more: number, limit: number): LimitExceeded {
  const message = `There ${more === 1 ? 'is 1 more error' : `are ${more} more errors`}: at most ${limit} are returned.`;
  return new LimitExceeded(message, { limitName: 'errors', limit, requested: limit + more });
}

export function toClientError(error: unknown, context: ErrorReport): ClientError {
  const { requestId, isExecuted, report } = context;
  const original = rootCause(error);
  if (original instanceof DomainError) {
    if (isOutage(original)) report(original.cause);
    return toDomainClientError(original, error, context);
  }
  if (original instanceof GraphQLError) {
    const path = pathOfNull(original.message);
    if (path) return toDomainClientError(nullFault(path), error, context);
    if (!isExecuted) return toRequestError(original, requestId);
  }
  report(original);
  const message = `Something went wrong on our side. Quote the request id ${requestId} when you report it.`;
  return withExtensions(error, message, { code: 'INTERNAL', ...clientErrorOutcomes.INTERNAL, requestId });
}

function nullFault(path: readonly PathSegment[]): DomainError {
  return validationError([{ path, subject: 'argument', rule: 'required', problem: 'is required' }]);
}

/** Errors of resolvers come wrapped, with the path of their field. */
function rootCause(error: unknown): unknown {
  return error instanceof GraphQLError && error.originalError ? rootCause(error.originalError) : error;
}

function toDomainClientError(cause: DomainError, error: unknown, context: ErrorReport): ClientError {
  const { requestId, isExecuted, hasData, maxViolations } = context;
  const violations = shortenViolations(cause.violations, maxViolations).map(explain);
  const message = violations.length > 0 ? formatViolations(violations) : cause.message;
  return withExtensions(error, message, {
    code: cause.code,
    ...(cause.platform ?? clientErrorOutcomes[cause.code]),
    ...cause.exceeded,
    requestId,
    ...(cause.code === 'UNAVAILABLE' && isExecuted && { http: retryLater(cause, hasData) }),
    ...(violations.length > 0 && {
      violations: violations.map((violation) => ({
        path: violation.path,
        rule: violation.rule,
        message: formatViolation(violation),
      })),
    }),
  });
}

/** What yoga adds to the response. */
function retryLater({ retryAfterSeconds }: DomainError, hasData: boolean) {
  const headers = { 'Retry-After': String(retryAfterSeconds) };
  return hasData ? { headers } : { headers, status: 503 };
}

/** An id that names something else says what it names. */
function explain(violation: Violation): Violation {
  const globalId = violation.value === undefined ? null : parseGlobalId(violation.value);
  if (!globalId) return violation;
  const article = /^[AEIOU]/.test(globalId.type) ? 'an' : 'a';
  const named = `is the id of ${article} ${globalId.type}`;
  const problem = violation.isSentence
    ? violation.problem.replace(/\.$/, `: it ${named}.`)
    : `${named}, which is not expected here`;
  return { ...violation, problem };
}

/** Yoga and GraphQL answer a faulty request by a GraphQLError without a cause. */
function toRequestError(error: GraphQLError, requestId: string): ClientError {
  const { status = 400 } = (error.extensions.http ?? {}) as { readonly status?: number };
  const code = status === 405 ? 'METHOD_NOT_ALLOWED' : requestCode(error);
  const extensions = { code, ...clientErrorOutcomes[code], ...exceededLimit(error), requestId };
  return withExtensions(error, toClientMessage(error.message), { ...extensions, ...httpOf(error, code, status) });
}

function httpOf(error: GraphQLError, code: ClientErrorCode, status: number) {
  if (isUnresolved(error)) return { http: { spec: true, status } };
  // What is no GraphQL request at all is refused by its status, whatever the client accepts. Who has gone is told nothing.
  return code === 'BAD_REQUEST' && (status === 400 || status === clientGoneStatus) ? { http: { status } } : {};
}

/** Which of a document's operations is meant can't be told. */
function isUnresolved({ extensions }: GraphQLError): boolean {
  return extensions.code === 'OPERATION_RESOLUTION_FAILURE';
}

function exceededLimit({ extensions }: GraphQLError): Record<string, unknown> {
  if (extensions.code !== 'LIMIT_EXCEEDED') return {};
  const { limitName, limit, requested } = extensions;
  return { limitName, limit, ...(requested !== undefined && { requested }) };
}

function requestCode(error: GraphQLError): ClientErrorCode {
  const { extensions, message } = error;
  if (isClientErrorCode(extensions.code)) return extensions.code;
  if (isUnresolved(error)) return 'GRAPHQL_VALIDATION_FAILED';
  return isSyntaxError(message) ? 'GRAPHQL_PARSE_FAILED' : 'BAD_REQUEST';
}

function isClientErrorCode(code: unknown): code is ClientErrorCode {
  return typeof code === 'string' && Object.hasOwn(clientErrorOutcomes, code);
}

/** Keeps where it happened, and how yoga wants it answered; drops everything else that the error carried. */
function withExtensions(error: unknown, message: string, extensions: Record<string, unknown>): ClientError {
  const former = error instanceof GraphQLError ? error : placeless;
  const { http } = former.extensions;
  return new ClientError(message, {
    locations: locationsOf(former),
    path: former.path,
    extensions: { ...(http !== undefined && { http }), ...extensions },
  });
}

const placeless = new GraphQLError('');
