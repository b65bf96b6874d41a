/**
 * The keys that sign our own tokens: made at the first start, kept in the database, shared by all instances. A rotation or
 * a revocation is seen by every instance within seconds, without a restart.
 */
import { randomUUID } from 'node:crypto';
import { type CryptoKey, exportJWK, generateKeyPair, importJWK, type JWK } from 'jose';
import { LRUCache } from 'lru-cache';
import type { SigningKey, SigningKeyStore } from '../domain/signing-key/ports.ts';
import { createRefreshingCache } from './refreshing-cache.ts';

export const tokenAlgorithm = 'ES256';
export const tokenLifetimeSeconds = 3600;

export interface TokenKeys {
  /** The key that signs, with its id. */
  current(): Promise<{ readonly id: string; readonly key: CryptoKey }>;
  /** The public key of that id; null when there is none, also not in the database. */
  find(id: string): Promise<CryptoKey | null>;
}

export interface TokenKeysOptions {
  readonly store: SigningKeyStore;
  readonly monotonicNow: () => number;
  readonly now: () => Date;
}

/** An instance may sign with a key for as long after its rotation, and verify with it for as long after its revocation. */
const maxAgeMs = 5000;
const retryMs = 1000;

export function createTokenKeys({ store, monotonicNow, now }: TokenKeysOptions): TokenKeys {
  const importPair = rememberPairs();
  const load = () => loadKeys(store, importPair, now());
  const keys = createRefreshingCache({ load, maxAgeMs, retryMs, monotonicNow });
  const findIn = (loaded: readonly LoadedKey[], id: string) => loaded.find((key) => key.id === id);
  return {
    async current() {
      const signing = (await keys.get()).find(({ expiresAt }) => expiresAt === null);
      if (!signing) throw new Error('There is no signing key. `npm run keys -- rotate` makes one.');
      return { id: signing.id, key: signing.privateKey };
    },

    async find(id) {
      const known = findIn(await keys.get(), id) ?? findIn(await keys.getNewer(), id);
      return known && !hasExpired(known, now()) ? known.publicKey : null;
    },
  };
}

/**
 * The new key signs from now on; the others verify until the last token has expired that an instance may have signed
 * with them before it saw the new one. Answers the new key's id.
 */
export async function rotateSigningKey(store: SigningKeyStore, now: Date): Promise<string> {
  const key = await makeKey(randomUUID(), now);
  const lastTokenEndsMs = now.getTime() + tokenLifetimeSeconds * 1000 + maxAgeMs + clockDifferenceMs;
  await store.rotate(key, new Date(lastTokenEndsMs).toISOString());
  return key.id;
}

/** What the clocks of instances may differ by, and an issue may take. */
export const clockDifferenceMs = 60_000;

interface KeyPair {
  readonly privateKey: CryptoKey;
  readonly publicKey: CryptoKey;
}

interface LoadedKey extends KeyPair, Pick<SigningKey, 'id' | 'expiresAt'> {}

type ImportPair = (privateJwk: string) => Promise<KeyPair>;

async function loadKeys(store: SigningKeyStore, importPair: ImportPair, now: Date): Promise<LoadedKey[]> {
  const keys = await store.list();
  if (keys.some((key) => hasExpired(key, now))) await store.removeExpired(now.toISOString());
  const live = keys.filter((key) => !hasExpired(key, now));
  const used = live.length > 0 ? live : [await store.insertFirst(await makeKey('first', now))];
  return Promise.all(
    used.map(async ({ id, expiresAt, privateJwk }) => ({ id, expiresAt, ...(await importPair(privateJwk)) })),
  );
}

/** Those of rotations are few. */
const maxPairs = 16;

/** The same text is the same pair, by which verified tokens are known again. */
function rememberPairs(): ImportPair {
  const pairs = new LRUCache<string, KeyPair>({ max: maxPairs });
  return async (privateJwk) => {
    const pair = pairs.get(privateJwk) ?? (await importKey(privateJwk));
    pairs.set(privateJwk, pair);
    return pair;
  };
}

function hasExpired({ expiresAt }: Pick<SigningKey, 'expiresAt'>, now: Date): boolean {
  return expiresAt !== null && expiresAt <= now.toISOString();
}

async function makeKey(id: string, now: Date): Promise<SigningKey> {
  const { privateKey } = await generateKeyPair(tokenAlgorithm, { extractable: true });
  return {
    id,
    algorithm: tokenAlgorithm,
    privateJwk: JSON.stringify(await exportJWK(privateKey)),
    createdAt: now.toISOString(),
    expiresAt: null,
  };
}

async function importKey(privateJwk: string): Promise<KeyPair> {
  const jwk: JWK = JSON.parse(privateJwk);
  const { d: _secret, ...publicJwk } = jwk;
  const [privateKey, publicKey] = await Promise.all([
    importJWK(jwk, tokenAlgorithm),
    importJWK(publicJwk, tokenAlgorithm),
  ]);
  return { privateKey: privateKey as CryptoKey, publicKey: publicKey as CryptoKey };
}
