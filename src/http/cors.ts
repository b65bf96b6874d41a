const exposed = 'X-Request-Id, Retry-After, RateLimit, RateLimit-Policy, Idempotent-Replayed, WWW-Authenticate';
const allowedHeaders =
  'Content-Type, Authorization, EP-Channel, EP-Context-Tag, Accept-Language, X-Request-Id, Idempotency-Key';

interface Asked {
  readonly method: string;
  readonly headers: Pick<Headers, 'get'>;
}

/** For origins on the list, and no others: a browser shows our answers to pages from there. Never with cookies. */
export function corsHeaders({ headers, method }: Asked, origins: readonly string[]): [string, string][] {
  const origin = headers.get('origin');
  if (origin === null || !origins.includes(origin)) return origins.length > 0 ? [['Vary', 'Origin']] : [];
  const answer: [string, string][] = [
    ['Access-Control-Allow-Origin', origin],
    ['Access-Control-Expose-Headers', exposed],
    ['Vary', 'Origin'],
  ];
  if (method !== 'OPTIONS') return answer;
  return [
    ...answer,
    ['Access-Control-Allow-Methods', 'GET, POST, PUT'],
    ['Access-Control-Allow-Headers', allowedHeaders],
    ['Access-Control-Max-Age', '600'],
  ];
}
