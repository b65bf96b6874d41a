/** The keys that sign our own tokens: made at the first start, kept in the database, shared by all instances. */
import { type CryptoKey, exportJWK, generateKeyPair, importJWK, type JWK } from 'jose';
import type { SigningKey, SigningKeyStore } from '../../domain/stores.ts';

export const tokenAlgorithm = 'ES256';

export interface TokenKeys {
  /** The key that signs, with its id. */
  current(): Promise<{ readonly id: string; readonly key: CryptoKey }>;
  /** The public key of that id; null when there is none, also not in the database. */
  find(id: string): Promise<CryptoKey | null>;
}

/** An unknown key id makes us look again, but not more often than this: a flood of forged ids costs nothing. */
const reloadMs = 1000;

export function createTokenKeys(store: SigningKeyStore, monotonicNow: () => number): TokenKeys {
  let loaded: Promise<LoadedKey[]> | null = null;
  let loadedAt = Number.NEGATIVE_INFINITY;

  function load(): Promise<LoadedKey[]> {
    const loading = loadKeys(store);
    loading.catch(() => {
      if (loaded === loading) loaded = null;
    });
    loaded = loading;
    loadedAt = monotonicNow();
    return loading;
  }

  return {
    async current() {
      const [newest] = await (loaded ?? load());
      if (!newest) throw new Error('There is no signing key.');
      return { id: newest.id, key: newest.privateKey };
    },

    async find(id) {
      const known = (await (loaded ?? load())).find((key) => key.id === id);
      if (known || monotonicNow() - loadedAt < reloadMs) return known?.publicKey ?? null;
      return (await load()).find((key) => key.id === id)?.publicKey ?? null;
    },
  };
}

interface LoadedKey {
  readonly id: string;
  readonly privateKey: CryptoKey;
  readonly publicKey: CryptoKey;
}

async function loadKeys(store: SigningKeyStore): Promise<LoadedKey[]> {
  const keys = await store.list();
  return Promise.all((keys.length > 0 ? keys : [await store.insertFirst(await makeFirstKey())]).map(importKey));
}

async function makeFirstKey(): Promise<SigningKey> {
  const { privateKey } = await generateKeyPair(tokenAlgorithm, { extractable: true });
  return {
    id: 'first',
    algorithm: tokenAlgorithm,
    privateJwk: JSON.stringify(await exportJWK(privateKey)),
    createdAt: new Date().toISOString(),
  };
}

async function importKey({ id, privateJwk }: SigningKey): Promise<LoadedKey> {
  const jwk: JWK = JSON.parse(privateJwk);
  const { d: _secret, ...publicJwk } = jwk;
  const [privateKey, publicKey] = await Promise.all([
    importJWK(jwk, tokenAlgorithm),
    importJWK(publicJwk, tokenAlgorithm),
  ]);
  return { id, privateKey: privateKey as CryptoKey, publicKey: publicKey as CryptoKey };
}
