import type { HttpRequest } from './http-exchange.ts';

const exposed = 'X-Request-Id, Retry-After, RateLimit, RateLimit-Policy, Idempotent-Replayed, WWW-Authenticate';
const allowedHeaders =
  'Content-Type, Authorization, EP-Channel, EP-Context-Tag, Accept-Language, X-Request-Id, Idempotency-Key';

/** For origins on the list, and no others: a browser shows our answers to pages from there. Never with cookies. */
export function corsHeaders(
  { headers, method }: Pick<HttpRequest, 'headers' | 'method'>,
  origins: readonly string[],
): Readonly<Record<string, string>> {
  if (origins.length === 0) return {};
  const origin = headers.get('origin');
  if (origin === null || !origins.includes(origin)) return { vary: 'Origin' };
  const allowed = {
    'access-control-allow-origin': origin,
    'access-control-expose-headers': exposed,
    vary: 'Origin',
  };
  if (method !== 'OPTIONS') return allowed;
  return {
    ...allowed,
    'access-control-allow-methods': 'GET, POST, PUT',
    'access-control-allow-headers': allowedHeaders,
    'access-control-max-age': '600',
  };
}
