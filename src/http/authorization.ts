import { DomainError } from '../domain/errors.ts';
import type { Actor } from '../domain/request-context.ts';

/**
 * @throws DomainError UNAUTHENTICATED, with one message whatever is wrong; UNAVAILABLE when the keys that it needs can't be
 * had for the moment
 */
export type VerifyToken = (token: string) => Promise<Actor>;

export function unauthenticated(): DomainError {
  const message = 'The bearer token is not valid, or no longer. Ask for a new one.';
  return new DomainError('UNAUTHENTICATED', message);
}

/**
 * The token of an `Authorization` header.
 * @throws DomainError UNAUTHENTICATED for any other scheme, and for a header that was sent twice
 */
export function parseAuthorization(header: string): string {
  // RFC 6750: the scheme in any case, then one b64token.
  const [, token] = /^bearer +([A-Za-z0-9._~+/-]+=*)$/i.exec(header) ?? [];
  if (token === undefined) throw unauthenticated();
  return token;
}
