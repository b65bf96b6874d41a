import { DomainError } from '../domain/errors.ts';
import { formatViolation, type PathFormat, shortenViolations, type Violation } from '../domain/input/violations.ts';
import { errorOutcomes } from '../http/error-outcomes.ts';
import type { HttpResponse, RequestHeaders } from '../http/http-exchange.ts';
import { HttpProblem, toProblemResponse } from '../http/http-problem.ts';
import { isOutage } from '../http/outage.ts';

/** The contract's text for what is not the client's fault. */
const internalDetail = 'there was a problem processing your request';

export interface ErrorReport {
  /** Of the request. */
  readonly headers: Pick<RequestHeaders, 'get'>;
  /** That one response tells. */
  readonly maxViolations: number;
  /** Told of each bug, and of what an operator must know: why the store could not be reached. */
  readonly report: (error: unknown) => void;
}

export function toErrorResponse(error: unknown, context: ErrorReport): HttpResponse {
  return toProblemResponse(toProblem(error, context));
}

function toProblem(error: unknown, { headers, maxViolations, report }: ErrorReport): HttpProblem {
  if (error instanceof HttpProblem) return error;
  if (!(error instanceof DomainError)) {
    report(error);
    return new HttpProblem(500, internalDetail);
  }
  if (isOutage(error)) report(error.cause);
  const { code, message } = error;
  const violations = shortenViolations(error.violations, maxViolations);
  const details = violations.length > 0 ? violations.map(toDetail) : error.details;
  const { status, title } = error.platform ?? errorOutcomes[code];
  return new HttpProblem(status, details.length > 0 ? details : message, headersOf(error, headers), title);
}

/** What is in a path or a query is a `member` of a service's input: faults of it are of the parameter of that name here. */
export function ofParameter(error: unknown, name: string, member = name): unknown {
  if (!(error instanceof DomainError) || error.violations.length === 0) return error;
  const violations = error.violations.map((violation): Violation => {
    const isOfPath = violation.path.length === 1 && violation.path[0] === member;
    return isOfPath ? { ...violation, path: [name], subject: 'parameter' } : violation;
  });
  return new DomainError(error.code, error.message, violations, { cause: error.cause });
}

/** What a service calls an argument is a parameter here. One that was named here has its name already. */
function toDetail(violation: Violation): string {
  if (violation.subject === 'parameter') return formatViolation(violation);
  return formatViolation(
    violation.subject === 'argument' ? { ...violation, subject: 'parameter' } : violation,
    snakeCased,
  );
}

function headersOf({ code, retryAfterSeconds }: DomainError, headers: ErrorReport['headers']): Record<string, string> {
  if (code === 'UNAVAILABLE') return { 'Retry-After': String(retryAfterSeconds) };
  if (code === 'FORBIDDEN') return { 'WWW-Authenticate': 'Bearer error="insufficient_scope"' };
  if (code !== 'UNAUTHENTICATED') return {};
  return { 'WWW-Authenticate': headers.get('authorization') === null ? 'Bearer' : 'Bearer error="invalid_token"' };
}

/** `paymentAuthority.cardId` is `payment_authority.card_id` on this face; names of headers stay. */
export const snakeCased: PathFormat = (path) => path.map((segment) => toSnakeCase(String(segment))).join('.');

export function toSnakeCase(name: string): string {
  return name.replace(/(?<=[a-z0-9])[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
