/** What an answer of the platform's means, for a read and for a write: they differ where it is not known what was done. */
import { pageCountOf } from '../../contract/platform/page-count.ts';
import { isObject } from '../../domain/input/is-object.ts';
import type { UpstreamCredentials } from '../../domain/upstream-scope.ts';
import { type IncomingAnswer, NoAnswer } from './exchange.ts';
import { outcomeUnknown, platformBusy, platformGone, platformUnreadable, toDomainError } from './platform-errors.ts';
import { readAnswer } from './read-answer.ts';
import type { UpstreamAnswer } from './upstream-answer.ts';

/** What an operator is told of an answer that nobody can use. */
export class UnexpectedAnswer extends Error {
  override readonly name = 'UnexpectedAnswer';
  readonly status: number;

  constructor({ status, text }: IncomingAnswer) {
    super(`The platform answered ${status} with ${text.length} characters that are not of its contract.`);
    this.status = status;
  }
}

/** @throws DomainError */
export function interpretRead(answer: IncomingAnswer, credentials: UpstreamCredentials): UpstreamAnswer {
  const { status, text, retryAfterSeconds } = answer;
  if (status >= 500) {
    throw retryAfterSeconds === null ? platformGone(new UnexpectedAnswer(answer)) : platformBusy(retryAfterSeconds);
  }
  const body = withEmptyList(readAnswer(text));
  if (status >= 400) throw toDomainError(answer, body, credentials);
  // A redirect leads where nobody has checked whom the token would reach.
  if (status >= 300 || !hasData(body)) throw platformUnreadable(new UnexpectedAnswer(answer));
  return { status, body };
}

/** Some platforms write null for a list of no records: what counts itself is a list. */
function withEmptyList(body: unknown): unknown {
  return isObject(body) && body.data === null && pageCountOf(body.meta).total === 0 ? { ...body, data: [] } : body;
}

/**
 * As every answer of the contract to a read has: a list, or a record with its id. Other JSON comes from something on the way, and must not
 * take the place of a cached answer.
 */
function hasData(body: unknown): boolean {
  const data = isObject(body) ? body.data : null;
  return Array.isArray(data) || (isObject(data) && typeof data.id === 'string');
}

/** @throws DomainError OUTCOME_UNKNOWN, or one that says that nothing was done */
export function interpretWrite(answer: IncomingAnswer, credentials: UpstreamCredentials): UpstreamAnswer {
  const { status, text, retryAfterSeconds } = answer;
  if (isDoubtful(answer)) throw outcomeUnknown(new UnexpectedAnswer(answer));
  if (status >= 500) throw platformBusy(retryAfterSeconds);
  const body = text === '' ? null : readAnswer(text);
  if (status >= 400) throw toDomainError(answer, body, credentials);
  if (body === undefined) throw outcomeUnknown(new UnexpectedAnswer(answer));
  return { status, body };
}

/**
 * Whether a write may have been done all the same. What stands before a platform answers 500, 502, 503 or 504 when it has heard nothing
 * from it; only who says when to come again, or that there is no such method, has refused it.
 */
function isDoubtful({ status, retryAfterSeconds }: IncomingAnswer): boolean {
  if (status >= 500) return status !== 501 && !(status === 503 && retryAfterSeconds !== null);
  return (status >= 300 && status < 400) || status === 408;
}

/** Where a read has no answer. */
export function throwGone(error: unknown): never {
  throw error instanceof NoAnswer ? platformGone(error) : error;
}

/** Where a write has no answer: one that was never sent was never done. */
export function throwGoneOrUnknown(error: unknown): never {
  if (!(error instanceof NoAnswer)) throw error;
  throw error.isSent ? outcomeUnknown(error) : platformGone(error);
}
