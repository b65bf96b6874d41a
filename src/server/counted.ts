import { HttpProblem } from '../http/http-problem.ts';
import { type RateLimitPolicy, rateLimitHeaders } from './rate-limit-headers.ts';

export interface Counted extends RateLimitPolicy {
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
