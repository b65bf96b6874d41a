import { hasCode } from '../domain/errors.ts';
import { HttpProblem } from './http-problem.ts';

/** An outage as the refusal of a request, its cause reported for whoever runs the gateway; any other error as it is. */
export function toOutageProblem(error: unknown, reportOutage: (cause: unknown) => void): unknown {
  if (!hasCode(error, 'UNAVAILABLE')) return error;
  reportOutage(error.cause ?? error);
  return new HttpProblem(503, error.message, { 'Retry-After': String(error.retryAfterSeconds) });
}
