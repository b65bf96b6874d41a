import { type CryptoKey, type JWTHeaderParameters, type JWTPayload, type JWTVerifyOptions, jwtVerify } from 'jose';
import { LRUCache } from 'lru-cache';
import { detached } from '../domain/detached.ts';

export interface RememberOptions {
  /** The key that a token names, as long as it counts. Throws where there is none. */
  readonly findKey: (header: Partial<JWTHeaderParameters>) => Promise<CryptoKey>;
  readonly claims: JWTVerifyOptions & { readonly clockTolerance: number };
  readonly now?: () => Date;
  /** Of the tokens that are remembered, the last used ones. */
  readonly maxBytes?: number;
}

interface Verified {
  readonly payload: JWTPayload;
  readonly header: Partial<JWTHeaderParameters>;
  readonly key: CryptoKey;
  readonly endsAtMs: number;
}

/** What is remembered of a token beside its text and its claims, which is about as long. */
const overheadBytes = 500;

/**
 * Verifies a token's signature once for as long as its key stays the same: cached responses are sent 1.3 to 1.7 times as often
 * (`bench/notebook/fast-paths.md`). Whether its key still counts, and its time is not over, is checked each time. A refusal is not
 * remembered.
 */
export function rememberVerified({
  findKey,
  claims,
  now = () => new Date(),
  maxBytes = 16_000_000,
}: RememberOptions): (token: string) => Promise<JWTPayload> {
  const tokens = new LRUCache<string, Verified>({
    maxSize: maxBytes,
    sizeCalculation: (_, token) => 2 * token.length + overheadBytes,
  });
  return async (token) => {
    const known = tokens.get(token);
    if (known && now().getTime() < known.endsAtMs && (await findKey(known.header)) === known.key) return known.payload;
    const verified = await jwtVerify<JWTPayload, CryptoKey>(token, findKey, { ...claims, currentDate: now() });
    const { payload, protectedHeader: header, key } = verified;
    const endsAtMs = 1000 * ((payload.exp ?? 0) + claims.clockTolerance);
    // Of its header, which may be much longer, all would stay in memory otherwise.
    tokens.set(detached(token), { payload, header, key, endsAtMs });
    return payload;
  };
}
