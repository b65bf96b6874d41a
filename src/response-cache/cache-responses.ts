import type { RequestContext } from '../domain/request-context.ts';
import { bodyMemory } from '../http/body-memory.ts';
import { isWhole } from '../http/body-pieces.ts';
import type { HttpRequest, HttpResponse } from '../http/http-exchange.ts';
import { keyOf, maxTextLength, textOf } from './cache-key.ts';
import { type CachedResponse, toHttpResponse } from './cached-response.ts';
import { createMakeAhead } from './make-ahead.ts';
import { createResponseContext, makeResponse, type Query } from './make-response.ts';
import type { ResponseCache } from './response-cache.ts';

export interface CacheResponsesOptions {
  readonly responseCache: ResponseCache;
  /** How long HTTP caches may reuse a response without a request to us, in seconds. */
  readonly maxAge: number;
}

type Respond = (query: Query) => Promise<HttpResponse>;

interface Running {
  readonly settled: Promise<unknown>;
  readonly upstream: RequestContext['upstream'];
}

/**
 * Responds to an equal query with the same bytes; of equal ones that come at once, one is executed. Without that, 16 clients on
 * PostgreSQL take 5 times the processor's time, and 128 on SQLite 1.6 times (`bench/notebook/fast-paths.md`).
 */
export function cacheResponses({ responseCache, maxAge }: CacheResponsesOptions): Respond {
  const running = new Map<string, Running>();
  const makeAhead = createMakeAhead(responseCache);

  return async (query) => {
    const { request, body, requestContext } = query;
    const { headers, path, search, notes } = request;
    const isPost = body !== null;
    const timeNow = clockFrom(requestContext.now);
    const toResponse = (cached: CachedResponse) => {
      holdBody(cached, request);
      return toHttpResponse(cached, { isPost, headers, isPrivate: isOfOne(requestContext), maxAge, now: timeNow() });
    };
    const toEarlier = (key: string, cached: CachedResponse) => {
      makeAhead({ query, key, text });
      notes.isCached = true;
      notes.operation = cached.operation;
      return toResponse(cached);
    };
    const text = body === null ? `${path}${search}` : textOf(body);
    if (text.length > maxTextLength || isOneOff(text)) {
      return uncached(await query.make(createResponseContext(query)), isPost);
    }
    const directory = await responseCache.getDirectory();
    if (!directory) {
      const { response, cached } = await makeResponse(responseCache, query, { key: '', directory });
      return cached ? toResponse(cached) : uncached(response, isPost);
    }
    const key = keyOf(query, { responseCache, directory, text });
    const known = responseCache.find(key, directory, requestContext.now);
    if (known) return await toEarlier(key, known);
    if (isWorthWaiting(running.get(key))) {
      await running.get(key)?.settled;
      // Looked up, not taken over: what is published may have changed since that one began.
      await responseCache.getDirectory();
      const shared = responseCache.find(key, directory, requestContext.now);
      if (shared) return await toEarlier(key, shared);
    }
    notes.isCached = false;
    const making = makeResponse(responseCache, query, { key, directory });
    const run: Running = { settled: making.then(nothing, nothing), upstream: requestContext.upstream };
    running.set(key, run);
    try {
      const { response, cached } = await making;
      return cached ? await toResponse(cached) : uncached(response, isPost);
    } finally {
      if (running.get(key) === run) running.delete(key);
    }
  };
}

/** Whether it comes with a token, ours or a platform's. */
function isOfOne({ actor, upstream }: RequestContext): boolean {
  return actor !== null || (upstream?.credentials.isAny ?? false);
}

/** What the time is: a response that took long ends as soon as any other. */
function clockFrom(begun: Date): () => Date {
  const begunAt = performance.now();
  return () => new Date(begun.getTime() + performance.now() - begunAt);
}

/** Who waits for a platform is not waited for: equal calls are one there, and where it fails one timeout would come after the other. */
function isWorthWaiting(run: Running | undefined): boolean {
  return run !== undefined && !run.upstream?.hasWaited;
}

/** Before anything else is waited for: meanwhile the response may be cached no more. */
function holdBody({ body: { plain } }: CachedResponse, request: HttpRequest): void {
  if (plain instanceof Uint8Array) bodyMemory.holdUntilSent(plain, request);
}

/** Whether it failed is told to the client whose request it was. */
function nothing(): void {}

/**
 * A mutation or a subscription never shares a response, and waits for no other. One that only names its document is known for what it is when the
 * first has been executed. JSON may hide the word in an escape. `mutationType` is another word, of introspection.
 */
function isOneOff(text: string): boolean {
  return /(?:mutation|subscription)(?!\w)|\\u/.test(text);
}

function uncached(response: HttpResponse, isPost: boolean): HttpResponse {
  const isStream = response.body !== null && !isWhole(response.body);
  if (isPost || isStream) return response;
  return { ...response, headers: { ...response.headers, 'cache-control': 'no-store' } };
}
