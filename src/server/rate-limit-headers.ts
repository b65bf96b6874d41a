/**
 * `RateLimit-Policy` and `RateLimit` (draft-ietf-httpapi-ratelimit-headers-11): how many requests are allowed (`q`) in `w`
 * seconds, how many are left (`r`), and in how many seconds the budget is full again (`t`).
 */
import type { Spending } from './rate-budget.ts';

export interface RateLimitPolicy {
  readonly name: string;
  readonly points: number;
  readonly seconds: number;
  /** Null: it does not count this request. */
  readonly spending: Spending | null;
}

/** Null where nothing counts the request. */
export function rateLimitHeaders(
  policies: readonly RateLimitPolicy[],
): { readonly 'ratelimit-policy': string; readonly ratelimit: string } | null {
  let [policy, ratelimit] = ['', ''];
  for (const { name, points, seconds, spending } of policies) {
    if (!spending) continue;
    const comma = policy === '' ? '' : ', ';
    policy += `${comma}"${name}";q=${points};w=${seconds}`;
    ratelimit += `${comma}"${name}";r=${spending.remaining};t=${Math.ceil(spending.resetMs / 1000)}`;
  }
  return policy === '' ? null : { 'ratelimit-policy': policy, ratelimit };
}
