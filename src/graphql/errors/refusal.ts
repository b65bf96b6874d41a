import { GraphQLError } from 'graphql';
import { hasCode } from '../../domain/errors.ts';
import { type ClientErrorCode, clientErrorOutcomes } from '../../http/error-outcomes.ts';

/** An error of the request as a whole: there is no data, so it decides the response's status. */
export function toRefusal(error: unknown): GraphQLError {
  const originalError = error instanceof Error ? error : new Error(String(error));
  const isOutage = hasCode(originalError, 'UNAVAILABLE');
  return new GraphQLError(originalError.message, { originalError, extensions: { http: isOutage ? later : faulty } });
}

const faulty = { status: 400, spec: true };
/** Whatever the client accepts: proxies that know nothing of GraphQL then do the right thing. */
const later = { status: 503, headers: { 'Retry-After': '1' } };

/** Of a request that is refused before it is executed. `http`: what yoga is told beside the status of the code. */
export function refusalBy(code: ClientErrorCode, message: string, http: object = {}): GraphQLError {
  return new GraphQLError(message, {
    extensions: { code, http: { status: clientErrorOutcomes[code].status, ...http } },
  });
}
