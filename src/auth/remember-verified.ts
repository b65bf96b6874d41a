import { LRUCache } from 'lru-cache';
import type { Actor } from '../domain/request-context.ts';
import type { Tokens } from './tokens.ts';

export interface RememberOptions {
  readonly monotonicNow: () => number;
  readonly maxTokens?: number;
}

/** Far below the tolerance of a token's own time, and enough for the several times that a request is looked at. */
const maxAgeMs = 1000;

/**
 * Verifies a token once a second at most, however many requests come with it: cached responses are sent 1.3 to 1.7 times as often
 * (`bench/baseline.md`, fast paths). A refusal is not remembered.
 */
export function rememberVerified(
  verify: Tokens['verify'],
  { monotonicNow, maxTokens = 1000 }: RememberOptions,
): Tokens['verify'] {
  const actors = new LRUCache<string, Promise<Actor>>({
    max: maxTokens,
    ttl: maxAgeMs,
    ttlResolution: 0,
    perf: { now: monotonicNow },
  });
  return async (token) => {
    const known = actors.get(token);
    if (known) return known;
    const actor = verify(token);
    actors.set(token, actor);
    actor.catch(() => actors.delete(token));
    return actor;
  };
}
