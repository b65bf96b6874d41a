/**
 * Bearer tokens: signed JWTs (RFC 7519) of an hour's life. One issuer and one verifier for both faces; an outside issuer's
 * tokens (outside-issuer.ts) take the place of these, and are never accepted beside them.
 */
import { randomUUID } from 'node:crypto';
import { errors, SignJWT } from 'jose';
import { isUseNoted } from '../domain/application-key/application-key.ts';
import type { ApplicationKeyStore } from '../domain/application-key/ports.ts';
import { hasCode } from '../domain/errors.ts';
import type { Actor } from '../domain/request-context.ts';
import { unauthenticated, type VerifyToken } from '../http/authorization.ts';
import { rememberVerified } from './remember-verified.ts';
import { toShopper } from './shopper-claims.ts';
import { clockDifferenceMs, type TokenKeys, tokenAlgorithm, tokenLifetimeSeconds } from './token-keys.ts';

export interface Tokens {
  /**
   * A token for the application key of that client, which counts as used now; null: there is no such key, or tokens come
   * from an outside issuer.
   */
  issue(clientId: string, grant: Actor['grant'], now: Date): Promise<IssuedToken | null>;
  readonly verify: VerifyToken;
}

export interface IssuedToken {
  readonly accessToken: string;
  readonly expiresAt: Date;
}

/** Both claims name this gateway, whatever address it is reached at. */
const party = 'commerce-graphql-gateway';
/** Ours have some 500 characters; a longer text is refused before it is looked at. */
const maxTokenLength = 4096;
/** In seconds. */
const clockTolerance = 5;

export interface TokensOptions {
  readonly keys: TokenKeys;
  readonly applicationKeys: Pick<ApplicationKeyStore, 'findCredentials' | 'markUsed'>;
  /** Told why a key could not be marked as used. */
  readonly onUnmarked?: (cause: unknown) => void;
}

export function createTokens({ keys, applicationKeys, onUnmarked }: TokensOptions): Tokens {
  const readClaims = rememberVerified({
    findKey: async ({ kid }) => (await keys.find(kid ?? '')) ?? refuse(),
    claims: {
      algorithms: [tokenAlgorithm],
      issuer: party,
      audience: party,
      requiredClaims: ['exp', 'iat', 'sub'],
      clockTolerance,
    },
    toRead: ({ sub: clientId, grant, iat = 0, ...claims }) => ({ clientId, grant, iat, ...toShopper(claims) }),
  });
  return {
    async issue(clientId, grant, now) {
      const applicationKey = await applicationKeys.findCredentials(clientId);
      if (!applicationKey) return null;
      const { id, key } = await keys.current();
      const issuedAt = Math.floor(now.getTime() / 1000);
      const expiresAt = issuedAt + tokenLifetimeSeconds;
      const accessToken = await new SignJWT({ grant })
        .setProtectedHeader({ alg: tokenAlgorithm, kid: id, typ: 'JWT' })
        .setIssuer(party)
        .setAudience(party)
        .setSubject(clientId)
        .setJti(randomUUID())
        .setIssuedAt(issuedAt)
        .setExpirationTime(expiresAt)
        .sign(key);
      try {
        if (isUseNoted(applicationKey.lastUsedAt, now)) {
          await applicationKeys.markUsed(applicationKey.id, now.toISOString());
        }
      } catch (error) {
        // A store that takes no writes for the moment still lets its readers in.
        if (!hasCode(error, 'UNAVAILABLE')) throw error;
        onUnmarked?.(error.cause ?? error);
      }
      return { accessToken, expiresAt: new Date(expiresAt * 1000) };
    },

    async verify(token) {
      if (token.length > maxTokenLength) throw unauthenticated();
      const { clientId, grant, iat, ...shopper } = await readClaims(token).catch(refuseFaulty);
      const ageMs = Date.now() - 1000 * iat;
      if (ageMs < -clockDifferenceMs || ageMs > 1000 * (tokenLifetimeSeconds + clockTolerance)) throw unauthenticated();
      if (clientId === undefined || (grant !== 'client_credentials' && grant !== 'implicit')) throw unauthenticated();
      return { clientId, grant, ...shopper };
    },
  };
}

function refuseFaulty(error: unknown): never {
  throw error instanceof errors.JOSEError ? unauthenticated() : error;
}

function refuse(): never {
  throw unauthenticated();
}
