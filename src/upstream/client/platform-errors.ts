/**
 * The one table from a platform's errors to ours. Its status, title and detail are kept where the client is at fault, as one line each
 * and never with the client's own credentials; what it says of its own faults stays here.
 */
import { DomainError, type ErrorCode, excerpt } from '../../domain/errors.ts';
import { isObject } from '../../domain/input/is-object.ts';
import type { UpstreamCredentials } from '../../domain/upstream-scope.ts';
import type { IncomingAnswer } from './exchange.ts';

/** Any other status from 400 to 499 is UNPROCESSABLE_ENTITY. */
const codes: Readonly<Record<number, ErrorCode>> = {
  400: 'VALIDATION_FAILED',
  401: 'UNAUTHENTICATED',
  403: 'FORBIDDEN',
  404: 'NOT_FOUND',
  405: 'UNSUPPORTED',
  408: 'UNAVAILABLE',
  409: 'CONFLICT',
  410: 'NOT_FOUND',
  412: 'CONFLICT',
  425: 'UNAVAILABLE',
  429: 'UNAVAILABLE',
};

interface Told {
  readonly title: string | null;
  readonly detail: string | null;
}

/** `answer` has a status from 400 to 499; `body` is what could be read of it. */
export function toDomainError(answer: IncomingAnswer, body: unknown, credentials: UpstreamCredentials): DomainError {
  const { status, retryAfterSeconds } = answer;
  const code = codes[status] ?? 'UNPROCESSABLE_ENTITY';
  if (code === 'UNAVAILABLE') return platformBusy(retryAfterSeconds);
  const told = readErrors(body, credentials);
  const details = told.flatMap(({ title, detail }) => detail ?? title ?? []);
  const message = details.length > 0 ? details.join(' ') : `The platform refused the request (${status}).`;
  // What the platform allows at its path says nothing of what we allow at ours.
  if (code === 'UNSUPPORTED') return new DomainError(code, message, [], { details });
  const title = told.find((one) => one.title !== null)?.title ?? (codes[status] || status === 422 ? null : 'Refused');
  return new DomainError(code, message, [], { details, ...(title && { platform: { status, title } }) });
}

export function platformBusy(retryAfterSeconds: number | null): DomainError {
  const message = 'The platform takes no more requests for the moment. Try again later.';
  return new DomainError('UNAVAILABLE', message, [], { retryAfterSeconds: Math.max(1, retryAfterSeconds ?? 1) });
}

/** `cause` is for the log. */
export function platformGone(cause?: Error): DomainError {
  const message = 'The platform can not be reached for the moment. Try again.';
  return new DomainError('UNAVAILABLE', message, [], cause ? { cause } : {});
}

/** It is no client's fault, and no client can help it. `cause` is for the log. */
export function gatewayRefused(cause: Error): DomainError {
  return new DomainError('UNAVAILABLE', 'The platform refuses the credentials of the gateway itself.', [], { cause });
}

export function platformUnreadable(cause: Error): DomainError {
  return new DomainError('UNAVAILABLE', 'The platform answered something that is not of its contract.', [], { cause });
}

/** The write may have been done. */
export function outcomeUnknown(cause: Error): DomainError {
  const message =
    'The write went to the platform, and no answer came: whether it was done is not known. Look before you send it again.';
  return new DomainError('OUTCOME_UNKNOWN', message, [], { cause });
}

const maxErrors = 10;

function readErrors(body: unknown, credentials: UpstreamCredentials): Told[] {
  const errors = isObject(body) ? body.errors : null;
  if (!Array.isArray(errors)) return [];
  return errors.slice(0, maxErrors).map((error: unknown) => {
    const { title, detail } = Object(error) as Readonly<Record<string, unknown>>;
    return { title: toLine(title, 100, credentials), detail: toLine(detail, 500, credentials) };
  });
}

/** Null: it is no text, or one that must not be shown. */
function toLine(value: unknown, maxLength: number, credentials: UpstreamCredentials): string | null {
  if (typeof value !== 'string' || value.trim() === '' || credentials.isIn(value)) return null;
  return excerpt(value.replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ').trim(), maxLength);
}
