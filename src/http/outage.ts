import { type DomainError, hasCode } from '../domain/errors.ts';
import { HttpProblem } from './http-problem.ts';

/** Whether an operator must know. Without a cause it is the request that took too long, or came at a bad time: its line in the log says so. */
export function isOutage({ code, cause }: DomainError): boolean {
  return (code === 'UNAVAILABLE' || code === 'OUTCOME_UNKNOWN') && cause !== undefined;
}

/** An outage as the refusal of a request, its cause reported for whoever runs the gateway; any other error as it is. */
export function toOutageProblem(error: unknown, reportOutage: (cause: unknown) => void): unknown {
  if (!hasCode(error, 'UNAVAILABLE')) return error;
  reportOutage(error.cause ?? error);
  return new HttpProblem(503, error.message, { 'Retry-After': String(error.retryAfterSeconds) });
}
