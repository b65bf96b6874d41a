import type { ErrorCode } from '../domain/errors.ts';

/** What the contract calls an error of this kind. */
export interface ErrorOutcome {
  readonly status: number;
  readonly title: string;
}

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
} as const satisfies Record<ErrorCode, ErrorOutcome>;
