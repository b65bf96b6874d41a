/** A credential record for API clients (contract, "Application key resource"). The secret's hash never leaves storage's row. */
export interface ApplicationKey {
  readonly id: string;
  readonly name: string;
  readonly clientId: string;
  readonly reservedRateLimit: number;
  /** When a token was last issued for the key; null until then. */
  readonly lastUsedAt: string | null;
  readonly createdAt: string;
  readonly updatedAt: string;
}
