import { type CryptoKey, type JWTHeaderParameters, type JWTPayload, type JWTVerifyOptions, jwtVerify } from 'jose';
import { LRUCache } from 'lru-cache';
import type { Actor } from '../domain/request-context.ts';
import { detached } from '../lib/detached.ts';

export interface RememberOptions<Read> {
  /** The key that a token names, as long as it counts. Throws where there is none. */
  readonly findKey: (header: Partial<JWTHeaderParameters>) => Promise<CryptoKey>;
  readonly claims: JWTVerifyOptions & { readonly clockTolerance: number };
  /** What is remembered of a token that was verified: what an issuer puts into it beside that may take many times as much as its text. */
  readonly toRead: (payload: JWTPayload) => Read;
  readonly now?: () => Date;
  /** Of the tokens that are remembered, the last used ones. */
  readonly maxBytes?: number;
}

interface Verified<Read> {
  readonly read: Read;
  readonly header: Pick<JWTHeaderParameters, 'alg' | 'kid'>;
  readonly key: CryptoKey;
  readonly endsAtMs: number;
}

/** What is remembered of a token beside its text and what it says, which is about as long. */
const overheadBytes = 500;
/** Of each account tag, beside its characters. */
const tagBytes = 32;

/**
 * Verifies a token's signature once for as long as its key stays the same: cached responses are sent 1.3 to 1.7 times as often
 * (`bench/notebook/fast-paths.md`). Whether its key still counts, and its time is not over, is checked each time. A refusal is not
 * remembered.
 */
export function rememberVerified<Read extends Pick<Actor, 'accountTagIds'>>({
  findKey,
  claims,
  toRead,
  now = () => new Date(),
  maxBytes = 16_000_000,
}: RememberOptions<Read>): (token: string) => Promise<Read> {
  const tokens = new LRUCache<string, Verified<Read>>({
    maxSize: maxBytes,
    sizeCalculation: ({ read }, token) => 2 * token.length + tagBytes * read.accountTagIds.length + overheadBytes,
  });
  return async (token) => {
    const known = tokens.get(token);
    if (known && now().getTime() < known.endsAtMs && (await findKey(known.header)) === known.key) return known.read;
    const verified = await jwtVerify<JWTPayload, CryptoKey>(token, findKey, { ...claims, currentDate: now() });
    const { payload, protectedHeader, key } = verified;
    const { alg, kid } = protectedHeader;
    const read = toRead(payload);
    const endsAtMs = 1000 * ((payload.exp ?? 0) + claims.clockTolerance);
    // Of its header, which may be much longer, all would stay in memory otherwise.
    tokens.set(detached(token), { read, header: kid === undefined ? { alg } : { alg, kid }, key, endsAtMs });
    return read;
  };
}
