import type { RequestContext } from '../domain/request-context.ts';
import { cacheKey, maxTextLength, textOf } from './cache-key.ts';
import { type CachedResponse, toHttpParts } from './cached-response.ts';
import { createLifetime, type Lifetime } from './lifetime.ts';
import type { ResponseCache } from './response-cache.ts';

export interface CacheResponsesOptions {
  readonly responseCache: ResponseCache;
  /** How long HTTP caches may reuse a response without a request to us, in seconds. */
  readonly maxAge: number;
  /** Makes the response, and says how long it is valid. */
  readonly respond: (request: Request, requestContext: RequestContext, lifetime: Lifetime) => Promise<Response>;
}

/** `body`: what the request holds; null: it is a GET. */
type Respond = (request: Request, requestContext: RequestContext, body: string | null) => Promise<Response>;

/** Responds to an equal query with the same bytes; of equal ones that come at once, one is executed. */
export function cacheResponses({ responseCache, maxAge, respond }: CacheResponsesOptions): Respond {
  const running = new Map<string, Promise<unknown>>();

  /** `cached` is null where the response is for this one request. */
  async function make(request: Request, requestContext: RequestContext, key: string) {
    const directory = await responseCache.getDirectory();
    const lifetime = createLifetime();
    const response = await respond(request, requestContext, lifetime);
    const { now } = requestContext;
    if (response.status !== 200 || lifetime.end <= now.getTime()) return { response, cached: null };
    const contentType = response.headers.get('content-type') ?? '';
    const text = await response.text();
    const cached = await responseCache.add({ key, text, contentType, directory, now, until: lifetime.end });
    return { response, cached };
  }

  return async (request, requestContext, body) => {
    const { headers, method } = request;
    const toResponse = (cached: CachedResponse) => {
      const ifNoneMatch = headers.get('if-none-match');
      const isPrivate = requestContext.actor !== null;
      const parts = toHttpParts(cached, { method, ifNoneMatch, isPrivate, maxAge, now: requestContext.now });
      return new Response(parts.body as Uint8Array<ArrayBuffer> | null, parts);
    };
    const text = body === null ? new URL(request.url).search : textOf(Buffer.from(body));
    if (text.length > maxTextLength || mayWrite(text))
      return uncached(await respond(request, requestContext, createLifetime()), method);
    const key = cacheKey({ requestContext, accept: headers.get('accept'), text });
    const known = await responseCache.find(key, requestContext.now);
    if (known) return toResponse(known);
    if (running.has(key)) {
      await running.get(key);
      // Looked up, not taken over: what is published may have changed since that one began.
      const shared = await responseCache.find(key, requestContext.now);
      if (shared) return toResponse(shared);
    }
    const making = make(request, requestContext, key);
    const settled = making.then(nothing, nothing);
    running.set(key, settled);
    try {
      const { response, cached } = await making;
      return cached ? toResponse(cached) : uncached(response, method);
    } finally {
      if (running.get(key) === settled) running.delete(key);
    }
  };
}

/** Whether it failed is told to the client whose request it was. */
function nothing(): void {}

/** A mutation waits for no other, and never shares a response. JSON may hide the word in an escape. */
function mayWrite(text: string): boolean {
  return /mutation|\\u/.test(text);
}

function uncached(response: Response, method: string): Response {
  if (method === 'GET') response.headers.set('Cache-Control', 'no-store');
  return response;
}
