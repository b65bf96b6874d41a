/** A kept answer as a response, and what HTTP caches between here and the client may do with it (RFC 9111). */
import { createHash } from 'node:crypto';
import type { CachedAnswer } from './response-cache.ts';

/** What an answer depends on beside its URL: a cache must keep these apart. */
export const varying = 'Accept, Authorization, EP-Channel, EP-Context-Tag, Accept-Language';

export interface ResponseOptions {
  readonly method: string;
  readonly ifNoneMatch: string | null;
  /** Whether the answer is for whoever sent a token. */
  readonly isPrivate: boolean;
  /** How long a cache may answer without asking here, in seconds: a publish is seen that much later. */
  readonly maxAge: number;
  readonly now: Date;
}

export interface ResponseParts {
  readonly status: 200 | 304;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer | null;
}

/** Answers to a GET carry a validator; a POST is for nobody's cache. */
export function cachedResponse(answer: CachedAnswer, options: ResponseOptions): ResponseParts {
  const { body, contentType } = answer;
  const content = { 'Content-Type': contentType, 'Content-Length': String(body.length) };
  if (options.method !== 'GET') return { status: 200, headers: content, body };
  const etag = etagOf(body);
  const caching = { ETag: etag, 'Cache-Control': cacheControl(answer, options), Vary: varying };
  if (options.ifNoneMatch !== null && matches(options.ifNoneMatch, etag)) {
    return { status: 304, headers: caching, body: null };
  }
  return { status: 200, headers: { ...content, ...caching }, body };
}

const etags = new WeakMap<Buffer, string>();

/** A strong validator (RFC 9110, section 8.8.3): all instances make the same one. */
function etagOf(body: Buffer): string {
  const known = etags.get(body);
  if (known !== undefined) return known;
  const etag = `"${createHash('sha256').update(body).digest('base64url')}"`;
  etags.set(body, etag);
  return etag;
}

function cacheControl({ until }: CachedAnswer, { isPrivate, maxAge, now }: ResponseOptions): string {
  const seconds = Math.min(maxAge, Math.floor((until - now.getTime()) / 1000));
  return `${isPrivate ? 'private' : 'public'}, ${seconds > 0 ? `max-age=${seconds}` : 'no-cache'}`;
}

/** RFC 9110, section 13.1.2: the weak comparison. */
function matches(ifNoneMatch: string, etag: string): boolean {
  const tags = ifNoneMatch.split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  return tags.includes('*') || tags.includes(etag);
}
