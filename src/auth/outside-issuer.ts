/**
 * Tokens of an outside issuer, an identity provider: checked with the keys that it publishes (RFC 7517), which may change
 * at any time. While it can't be reached, the keys that are known go on working, and a token that needs another one is
 * answered by "unavailable": neither accepted nor called wrong. Our own tokens are not accepted then.
 */
import {
  type CryptoKey,
  createRemoteJWKSet,
  customFetch,
  errors,
  type FetchImplementation,
  type JWTPayload,
} from 'jose';
import { DomainError } from '../domain/errors.ts';
import { characterFault } from '../domain/input/text.ts';
import type { Actor } from '../domain/request-context.ts';
import { unauthenticated } from '../http/authorization.ts';
import { createRefreshingCache } from './refreshing-cache.ts';
import { type RememberOptions, rememberVerified } from './remember-verified.ts';
import { toShopper } from './shopper-claims.ts';
import type { Tokens } from './tokens.ts';

export interface OutsideIssuer {
  /** Its JSON Web Key Set: https, or http on this machine. */
  readonly jwksUrl: string;
  /** What the claim `iss` must be. */
  readonly issuer: string;
  /** What the claim `aud` must name. */
  readonly audience: string;
}

/** Asymmetric ones only: with a symmetric one, whoever can check tokens can make them. */
const algorithms = [
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'ES256',
  'ES384',
  'ES512',
  'EdDSA',
  'Ed25519',
];
/** Issuers put groups and profiles into their tokens. */
const maxTokenLength = 16_384;
/** A key that is no longer published is no longer accepted after this time. */
const maxAgeMs = 60_000;
const retryMs = 5000;
const fetchTimeoutMs = 3000;
/** An issuer's keys are some kilobytes. Whatever answers in its place may have no end, and comes fast enough to fill the memory in that time. */
const maxKeySetBytes = 1_000_000;

export interface OutsideTokensOptions extends OutsideIssuer {
  readonly monotonicNow: () => number;
}

export function createOutsideTokens({ issuer, audience, ...options }: OutsideTokensOptions): Tokens {
  const keys = createKeys(options);
  const readActor = rememberVerified({
    findKey: keys.find,
    claims: { algorithms, issuer, audience, requiredClaims: ['exp', 'sub'], clockTolerance: 5 },
    toRead: toActor,
  });

  /** An issuer that was set up anew may have another key by the same id. */
  async function readByLatestKey(token: string): Promise<Actor> {
    const { loads } = keys;
    try {
      return await readActor(token);
    } catch (error) {
      if (!(error instanceof errors.JWSSignatureVerificationFailed)) throw error;
      await keys.getNewer().catch(() => undefined);
      if (keys.loads === loads) throw error;
      return await readActor(token);
    }
  }

  return {
    issue: async () => null,

    async verify(token) {
      if (token.length > maxTokenLength) throw unauthenticated();
      try {
        return await readByLatestKey(token);
      } catch (error) {
        if (error instanceof DomainError) throw error;
        if (error instanceof errors.JOSEError) throw unauthenticated();
        // A key was published that can't be used: too short, or damaged.
        return refuseForNow(error);
      }
    },
  };
}

function createKeys({ jwksUrl, monotonicNow }: Pick<OutsideTokensOptions, 'jwksUrl' | 'monotonicNow'>) {
  // When it loads is decided by `cache` alone.
  const keySet = createRemoteJWKSet(new URL(jwksUrl), {
    timeoutDuration: fetchTimeoutMs,
    cooldownDuration: Number.POSITIVE_INFINITY,
    cacheMaxAge: Number.POSITIVE_INFINITY,
    [customFetch]: fetchBounded,
  });
  let loads = 0;
  const load = async () => {
    await keySet.reload();
    loads += 1;
  };
  const cache = createRefreshingCache({ load, maxAgeMs, retryMs, monotonicNow });

  const find: RememberOptions<Actor>['findKey'] = async (header) => {
    const { alg, kid } = header;
    if (typeof alg !== 'string' || typeof kid !== 'string' || kid === '') throw unauthenticated();
    await cache.get().catch(refuseForNow);
    const findKnown = () => keySet({ ...header, alg }).catch(firstOfEqual);
    try {
      return await findKnown();
    } catch (error) {
      if (!(error instanceof errors.JWKSNoMatchingKey)) throw error;
      await cache.getNewer().catch(refuseForNow);
      return await findKnown();
    }
  };
  return {
    find,
    getNewer: cache.getNewer,
    /** How often they were loaded. */
    get loads() {
      return loads;
    },
  };
}

/** Sets that are put together from several places list a key twice: its tokens are as good as those of a key that is listed once. */
async function firstOfEqual(error: unknown): Promise<CryptoKey> {
  if (error instanceof errors.JWKSMultipleMatchingKeys) for await (const key of error) return key;
  throw error;
}

const fetchBounded: FetchImplementation = async (url, options) => {
  const { body, status, headers } = await fetch(url, options);
  if (body === null || status !== 200) return new Response(null, { status, headers });
  let bytes = 0;
  const counted = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      bytes += chunk.length;
      if (bytes > maxKeySetBytes) controller.error(new Error(`The key set is larger than ${maxKeySetBytes} bytes.`));
      else controller.enqueue(chunk);
    },
  });
  return new Response(body.pipeThrough(counted), { status, headers });
};

function refuseForNow(cause: unknown): never {
  throw new DomainError('UNAVAILABLE', 'Bearer tokens can not be checked for the moment. Try again.', [], { cause });
}

function toActor(claims: JWTPayload): Actor {
  const { sub: clientId } = claims;
  if (typeof clientId !== 'string' || !isSubject(clientId)) throw unauthenticated();
  return { clientId, grant: grantOf(claims), ...toShopper(claims) };
}

/** OpenID Connect Core, section 2: 255 characters at most. It is stored with what its client does once (`writes.md`). */
function isSubject(text: string): boolean {
  return text !== '' && text.length <= 255 && characterFault(text) === null;
}

/**
 * A token may write only when it says that its client proved itself: by the claim `grant`, or without one by `gty` (as
 * some issuers call it), or by the scope `client_credentials`. Every other token may read the catalog. What is no text says nothing.
 */
function grantOf({ grant, gty, scope }: JWTPayload): Actor['grant'] {
  const said = grant ?? gty ?? (typeof scope === 'string' ? scope.split(' ') : scope);
  const words = (Array.isArray(said) ? said : [said]).filter((word) => typeof word === 'string');
  const isProven = words.some((word) => word.replace('-', '_') === 'client_credentials');
  return isProven ? 'client_credentials' : 'implicit';
}
