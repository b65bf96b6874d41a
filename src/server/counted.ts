import { HttpProblem } from '../http/http-problem.ts';
import type { RateBudgetOptions, Spending } from './rate-budget.ts';

export interface Counted extends Pick<RateBudgetOptions, 'name' | 'points' | 'seconds'> {
  /** Null: it does not count this request. */
  readonly spending: Spending | null;
  /** Why a request is refused. */
  readonly reason: string;
}

/** Returns what was counted. @throws HttpProblem 429 where one of them says to wait */
export function accepted(counted: readonly Counted[]): readonly Counted[] {
  for (const { spending, reason } of counted) {
    if (!spending || spending.waitMs === 0) continue;
    const seconds = Math.ceil(spending.waitMs / 1000);
    const headers = { ...rateLimitHeaders(counted), 'Retry-After': String(seconds) };
    throw new HttpProblem(429, `${reason} Try again in ${seconds} s.`, headers);
  }
  return counted;
}

/**
 * `RateLimit-Policy` and `RateLimit` (draft-ietf-httpapi-ratelimit-headers-11): how many requests are allowed (`q`) in `w`
 * seconds, how many are left (`r`), and in how many seconds the budget is full again (`t`). Null where nothing counts the request.
 */
export function rateLimitHeaders(
  counted: readonly Counted[],
): { readonly 'ratelimit-policy': string; readonly ratelimit: string } | null {
  let [policy, ratelimit] = ['', ''];
  for (const { name, points, seconds, spending } of counted) {
    if (!spending) continue;
    const comma = policy === '' ? '' : ', ';
    policy += `${comma}"${name}";q=${points};w=${seconds}`;
    ratelimit += `${comma}"${name}";r=${spending.remaining};t=${Math.ceil(spending.resetMs / 1000)}`;
  }
  return policy === '' ? null : { 'ratelimit-policy': policy, ratelimit };
}
