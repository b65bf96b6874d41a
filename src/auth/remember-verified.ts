import type { Actor } from '../domain/request-context.ts';
import type { Tokens } from './tokens.ts';

export interface RememberOptions {
  readonly monotonicNow: () => number;
  readonly maxTokens?: number;
}

/** Far below the tolerance of a token's own time, and enough for the several times that a request is looked at. */
const maxAgeMs = 1000;

/** Verifies a token once a second at most, however many requests come with it. A refusal is not remembered. */
export function rememberVerified(
  verify: Tokens['verify'],
  { monotonicNow, maxTokens = 1000 }: RememberOptions,
): Tokens['verify'] {
  const known = new Map<string, { readonly actor: Promise<Actor>; readonly since: number }>();
  return async (token) => {
    const remembered = known.get(token);
    if (remembered && monotonicNow() - remembered.since < maxAgeMs) return remembered.actor;
    const actor = verify(token);
    known.delete(token);
    known.set(token, { actor, since: monotonicNow() });
    for (const oldest of known.keys()) {
      if (known.size <= maxTokens) break;
      known.delete(oldest);
    }
    actor.catch(() => known.delete(token));
    return actor;
  };
}
