/**
 * `RateLimit-Policy` and `RateLimit` (draft-ietf-httpapi-ratelimit-headers-11): how many requests a time has (`q`, in `w`
 * seconds), how many are left (`r`), and in how many seconds all of them are there again (`t`).
 */
import type { Spending } from './rate-budget.ts';

export interface RateLimitPolicy {
  readonly name: string;
  readonly points: number;
  readonly seconds: number;
  /** Null: it does not count this request. */
  readonly spending: Spending | null;
}

/** None where nothing counts the request. */
export function rateLimitHeaders(policies: readonly RateLimitPolicy[]): Readonly<Record<string, string>> {
  const [limits, states]: [string[], string[]] = [[], []];
  for (const { name, points, seconds, spending } of policies) {
    if (!spending) continue;
    limits.push(`"${name}";q=${points};w=${seconds}`);
    states.push(`"${name}";r=${spending.remaining};t=${Math.ceil(spending.resetMs / 1000)}`);
  }
  return limits.length === 0 ? {} : { 'ratelimit-policy': limits.join(', '), ratelimit: states.join(', ') };
}
