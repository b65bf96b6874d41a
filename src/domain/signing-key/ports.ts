/** The keys that sign our own tokens. */
export interface SigningKeyStore {
  /** Newest first. */
  list(): Promise<SigningKey[]>;
  /** Keeps the first when several instances make one at once, and answers the one that is kept. */
  insertFirst(key: SigningKey): Promise<SigningKey>;
  /** All or nothing: the key is added, and those that signed until now expire at that moment. */
  rotate(key: SigningKey, othersExpireAt: string): Promise<void>;
  /** Answers whether there was such a key. */
  remove(id: string): Promise<boolean>;
  removeExpired(now: string): Promise<void>;
}

export interface SigningKey {
  readonly id: string;
  readonly algorithm: string;
  /** A private JWK as JSON text. */
  readonly privateJwk: string;
  readonly createdAt: string;
  /** From then on it verifies nothing; null: it signs. */
  readonly expiresAt: string | null;
}
