/** A cached response as HTTP, and what HTTP caches between here and the client may do with it (RFC 9111). */
import type { EncodedBody } from '../http/encoded-body.ts';
import { respondEncoded } from '../http/encoded-response.ts';
import type { HttpResponse, RequestHeaders } from '../http/http-exchange.ts';

export interface CachedResponse {
  readonly body: EncodedBody;
  readonly contentType: string;
  /** The names of the headers that it depends on. */
  readonly vary: string;
  /** As in `RequestNotes`. */
  readonly operation: string | null;
  /** It is valid from this moment (inclusive) to that one (exclusive), in milliseconds since 1970. */
  readonly from: number;
  readonly until: number;
}

export function isValidAt({ from, until }: Pick<CachedResponse, 'from' | 'until'>, now: Date): boolean {
  const time = now.getTime();
  return from <= time && time < until;
}

export interface HttpResponseOptions {
  readonly isPost: boolean;
  /** Of the request. */
  readonly headers: Pick<RequestHeaders, 'get'>;
  /** Whether the response is for whoever sent a token. */
  readonly isPrivate: boolean;
  /** How long an HTTP cache may reuse the response without a request to us, in seconds: a publish is seen that much later. */
  readonly maxAge: number;
  /** When it is sent. */
  readonly now: Date;
}

/** The response to a GET carries a validator; that to a POST is for nobody's cache. */
export function toHttpResponse(cached: CachedResponse, options: HttpResponseOptions): Promise<HttpResponse> {
  const { body, contentType, vary } = cached;
  const { isPost, headers: requested } = options;
  const headers = isPost ? {} : { 'cache-control': cacheControl(cached, options), vary };
  return respondEncoded({ body, contentType, hasValidator: !isPost, headers }, requested);
}

/** NOTE: Varnish shows what is older for ten seconds more where nobody says otherwise: a price after the end of its sale, too. */
function cacheControl({ until }: CachedResponse, { isPrivate, maxAge, now }: HttpResponseOptions): string {
  const seconds = Math.min(maxAge, Math.floor((until - now.getTime()) / 1000));
  return `${isPrivate ? 'private' : 'public'}, ${seconds > 0 ? `max-age=${seconds}, stale-while-revalidate=0` : 'no-cache'}`;
}
