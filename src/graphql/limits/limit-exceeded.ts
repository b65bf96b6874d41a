import { GraphQLError } from 'graphql';
import type { Limits } from '../../http/limits.ts';

/** The request wants more than it may have: `extensions` name the limit, as `Query.limits` does, and say both numbers. */
export class LimitExceeded extends GraphQLError {
  constructor(message: string, exceeded: { limitName: keyof Limits; limit: number; requested?: number }) {
    // Fragments multiply: what is beyond all measure is said as the greatest exact number.
    const requested = exceeded.requested && Math.min(exceeded.requested, Number.MAX_SAFE_INTEGER);
    super(message, {
      extensions: {
        code: 'LIMIT_EXCEEDED',
        ...exceeded,
        ...(requested && { requested }),
        http: { status: 400, spec: true },
      },
    });
  }
}
