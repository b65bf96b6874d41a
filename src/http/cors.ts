import type { HttpRequest } from './http-exchange.ts';

export interface CorsOptions {
  /** As browsers send them; `*` may stand for the first label of a host: `https://*.preview.example`. */
  readonly corsOrigins: readonly string[];
  /** Whether pages of this machine are allowed too, whatever their port; absent: they are not. */
  readonly allowsLocalPages?: boolean;
}

/** Null: none. */
export type CorsHeaders = (request: Pick<HttpRequest, 'headers' | 'method'>) => Readonly<Record<string, string>> | null;

const exposed =
  'X-Request-Id, Retry-After, RateLimit, RateLimit-Policy, ETag, Idempotent-Replayed, WWW-Authenticate, Warning';
const usualHeaders =
  'Content-Type, Authorization, EP-Channel, EP-Context-Tag, Accept-Language, X-Request-Id, Idempotency-Key';

/** For origins that are allowed, and no others: a browser shows our answers to pages from there. Never with cookies. */
export function createCorsHeaders(options: CorsOptions): CorsHeaders {
  const { corsOrigins, allowsLocalPages } = options;
  if (corsOrigins.length === 0 && !allowsLocalPages) return () => null;

  return ({ headers, method }) => {
    const origin = headers.get('origin');
    // No shared cache stands between us and pages of this machine, so it needs no `Vary` to keep other requests apart.
    if (origin === null && corsOrigins.length === 0) return null;
    const vary = method === 'OPTIONS' ? 'Origin, Access-Control-Request-Headers' : 'Origin';
    if (origin === null || !mayRead(origin, options)) return { vary };
    const shared = { 'access-control-allow-origin': origin, 'access-control-expose-headers': exposed, vary };
    if (method !== 'OPTIONS') return shared;
    return {
      ...shared,
      'access-control-allow-methods': 'GET, POST, PUT',
      'access-control-allow-headers': headersFor(headers.get('access-control-request-headers')),
      'access-control-max-age': '600',
    };
  };
}

/** Whether a request comes from a page that may not read its answer. */
export type IsForeignPage = (headers: Pick<Headers, 'get'>) => boolean;

/** Pages of our own are not foreign: those of the host that the request names, or of `baseUrl`. */
export function createIsForeignPage(options: CorsOptions & { readonly baseUrl: string }): IsForeignPage {
  return (headers) => {
    const origin = headers.get('origin');
    if (origin === null) return isOfOtherSite(headers.get('sec-fetch-site'));
    if (mayRead(origin, options)) return false;
    const ours = [headers.get('host'), new URL(options.baseUrl).host];
    return !URL.canParse(origin) || !ours.includes(new URL(origin).host);
  };
}

/**
 * Of a script's address, a picture's, or `fetch` with `no-cors`, a browser says no origin, and shows the answer to nobody. `none`: a person
 * has typed the address (Fetch Metadata, section 2.2).
 */
function isOfOtherSite(site: string | null): boolean {
  return site !== null && site !== 'same-origin' && site !== 'none';
}

function mayRead(origin: string, { corsOrigins, allowsLocalPages = false }: CorsOptions): boolean {
  return corsOrigins.some((allowed) => matches(origin, allowed)) || (allowsLocalPages && localPage.test(origin));
}

const localPage = /^https?:\/\/(localhost|127\.0\.0\.1|\[::1\])(:\d{1,5})?$/;

/** Letter by letter. One label is as much as a certificate's wildcard may stand for, too. */
function matches(origin: string, allowed: string): boolean {
  const [start = '', end] = allowed.split('*', 2);
  if (end === undefined) return origin === allowed;
  if (!origin.startsWith(start) || !origin.endsWith(end)) return false;
  return /^[a-z0-9-]{1,63}$/.test(origin.slice(start.length, origin.length - end.length));
}

const maxHeaders = 100;

/** Clients send headers of their own, as of tracing, which harm nobody. What is no list of names is not repeated. */
function headersFor(requested: string | null): string {
  const names = requested?.split(',') ?? [''];
  const isList = names.length <= maxHeaders && names.every((name) => /^[\w!#$%&'*+.^`|~-]+$/.test(name.trim()));
  return requested !== null && isList ? requested : usualHeaders;
}
