/**
 * A token of the gateway's own: requested once for all who wait for it, renewed before it ends while the old one still serves, and at
 * once when the platform refuses it.
 */
import { oneAtATime } from '../../lib/one-at-a-time.ts';

export interface IssuedToken {
  /** The value of `Authorization`. */
  readonly authorization: string;
  readonly lifetimeMs: number;
}

export interface OwnToken {
  get(): Promise<string>;
  /** After the platform has refused this one. Null: there was no newer one to be had since. */
  replace(refused: string): Promise<string | null>;
}

export interface OwnTokenOptions {
  readonly request: () => Promise<IssuedToken>;
  readonly monotonicNow: () => number;
}

/** Of its life; after that it is renewed. */
const fresh = 0.8;
/** A renewal that failed is not tried again within that time, while the token lives. */
const retryMs = 5000;
/** One that was refused so soon after it was issued would be refused again. */
const leastAgeMs = 1000;

interface Held extends IssuedToken {
  readonly issuedAt: number;
}

export function createOwnToken({ request, monotonicNow }: OwnTokenOptions): OwnToken {
  let held: Held | null = null;
  let attemptedAt = Number.NEGATIVE_INFINITY;

  const renew = oneAtATime(async (): Promise<Held> => {
    attemptedAt = monotonicNow();
    held = { ...(await request()), issuedAt: attemptedAt };
    return held;
  });

  return {
    async get() {
      const age = held ? monotonicNow() - held.issuedAt : 0;
      if (!held || age >= held.lifetimeMs) return (await renew()).authorization;
      if (age >= fresh * held.lifetimeMs && monotonicNow() - attemptedAt >= retryMs) {
        // Who needs it later is told, if it can't be renewed until then.
        void renew().catch(() => {});
      }
      return held.authorization;
    },

    async replace(refused) {
      if (held && held.authorization !== refused) return held.authorization;
      if (held && monotonicNow() - held.issuedAt < leastAgeMs) return null;
      return (await renew()).authorization;
    },
  };
}
