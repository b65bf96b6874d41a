/** A cached response as HTTP, and what HTTP caches between here and the client may do with it (RFC 9111). */
import { createHash } from 'node:crypto';
import type { HttpResponse } from '../http/http-exchange.ts';
import type { ConsultedHeaders } from './consulted-headers.ts';

export interface CachedResponse {
  readonly body: Buffer;
  readonly contentType: string;
  readonly vary: string;
  /** It is valid from this moment (inclusive) to that one (exclusive), in milliseconds since 1970. */
  readonly from: number;
  readonly until: number;
}

/** What a response depends on beside its URL, and a cache must keep apart: the token may decide on the catalog, too. */
export function varyBy({ names }: ConsultedHeaders): string {
  return ['Accept', 'Authorization', ...names].join(', ');
}

export interface HttpResponseOptions {
  readonly isPost: boolean;
  readonly ifNoneMatch: string | null;
  /** Whether the response is for whoever sent a token. */
  readonly isPrivate: boolean;
  /** How long an HTTP cache may reuse the response without a request to us, in seconds: a publish is seen that much later. */
  readonly maxAge: number;
  readonly now: Date;
}

/** The response to a GET carries a validator; that to a POST is for nobody's cache. */
export function toHttpResponse(cached: CachedResponse, options: HttpResponseOptions): HttpResponse {
  const { body, contentType } = cached;
  const content = { 'content-type': contentType };
  if (options.isPost) return { status: 200, headers: content, body };
  const etag = etagOf(body);
  const caching = { etag, 'cache-control': cacheControl(cached, options), vary: cached.vary };
  if (options.ifNoneMatch !== null && matches(options.ifNoneMatch, etag)) {
    return { status: 304, headers: caching, body: null };
  }
  return { status: 200, headers: { ...content, ...caching }, body };
}

/** A cached page of 100 takes 1.2 to 1.4 times the processor's time without them (`bench/baseline.md`, fast paths). */
const etags = new WeakMap<Buffer, string>();

/** A strong validator (RFC 9110, section 8.8.3): all instances make the same one. */
function etagOf(body: Buffer): string {
  const known = etags.get(body);
  if (known !== undefined) return known;
  const etag = `"${createHash('sha256').update(body).digest('base64url')}"`;
  etags.set(body, etag);
  return etag;
}

function cacheControl({ until }: CachedResponse, { isPrivate, maxAge, now }: HttpResponseOptions): string {
  const seconds = Math.min(maxAge, Math.floor((until - now.getTime()) / 1000));
  return `${isPrivate ? 'private' : 'public'}, ${seconds > 0 ? `max-age=${seconds}` : 'no-cache'}`;
}

/** RFC 9110, section 13.1.2: the weak comparison. */
function matches(ifNoneMatch: string, etag: string): boolean {
  const tags = ifNoneMatch.split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  return tags.includes('*') || tags.includes(etag);
}
