import { GraphQLError } from 'graphql';
import { hasCode } from '../../domain/errors.ts';

/** An error of the request as a whole: there is no data, so it decides the response's status. */
export function toRefusal(error: unknown): GraphQLError {
  const originalError = error instanceof Error ? error : new Error(String(error));
  const isOutage = hasCode(originalError, 'UNAVAILABLE');
  return new GraphQLError(originalError.message, { originalError, extensions: { http: isOutage ? later : faulty } });
}

const faulty = { status: 400, spec: true };
/** Whatever the client accepts: proxies that know nothing of GraphQL then do the right thing. */
const later = { status: 503, headers: { 'Retry-After': '1' } };
