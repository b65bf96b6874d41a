import type { Int64 } from '../input/exact-json.ts';

/** A credential record for API clients (contract, "Application key resource"). The secret's hash never leaves storage's row. */
export interface ApplicationKey {
  readonly id: string;
  readonly name: string;
  readonly clientId: string;
  readonly reservedRateLimit: Int64;
  /** When a token was last issued for the key, to the minute; null until then. */
  readonly lastUsedAt: string | null;
  readonly createdAt: string;
  readonly updatedAt: string;
}

/** How exactly `lastUsedAt` is kept: a key that is used hundreds of times a second is written once a minute. */
export const useNotedEveryMs = 60_000;

/** Whether a use at that moment is written down. */
export function isUseNoted(lastUsedAt: string | null, now: Date): boolean {
  return lastUsedAt === null || now.getTime() - Date.parse(lastUsedAt) >= useNotedEveryMs;
}
