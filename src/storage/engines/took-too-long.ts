import { DomainError } from '../../domain/errors.ts';

/** Of a statement that was ended: the same request may be answered when there is less to do, and a smaller one sooner. */
export function tookTooLong(cause?: unknown): DomainError {
  const message =
    'Looking through so many records took too long. Try again, or request less: no total, or fewer filters.';
  return new DomainError('UNAVAILABLE', message, [], { cause });
}
