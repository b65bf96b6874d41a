import type { CatalogDirectory } from '../domain/catalog/catalog.ts';
import type { RequestContext } from '../domain/request-context.ts';
import { credentialHeaders, type UpstreamScope } from '../domain/upstream-scope.ts';
import { bodyMemory } from '../http/body-memory.ts';
import { BodyPieces } from '../http/body-pieces.ts';
import type { HttpRequest, HttpResponse } from '../http/http-exchange.ts';
import { cacheKey, maxTextLength, textOf } from './cache-key.ts';
import { type CachedResponse, toHttpResponse, varyBy } from './cached-response.ts';
import { type ConsultedHeaders, createConsultedHeaders } from './consulted-headers.ts';
import { createLifetime, type Lifetime } from './lifetime.ts';
import type { ResponseCache } from './response-cache.ts';

export interface CacheResponsesOptions {
  readonly responseCache: ResponseCache;
  /** How long HTTP caches may reuse a response without a request to us, in seconds. */
  readonly maxAge: number;
}

/** Makes the response, and says how long it is valid. */
export type MakeResponse = (context: ResponseContext) => Promise<HttpResponse>;

export interface ResponseContext {
  readonly requestContext: RequestContext;
  readonly lifetime: Lifetime;
  readonly consulted: ConsultedHeaders;
}

export interface Query {
  readonly request: HttpRequest;
  /** What a POST holds; null: the query stands in the target. */
  readonly body: Buffer | null;
  readonly requestContext: RequestContext;
  readonly makeResponse: MakeResponse;
}

type Respond = (query: Query) => Promise<HttpResponse>;

/**
 * Responds to an equal query with the same bytes; of equal ones that come at once, one is executed. Without that, 16 clients on
 * PostgreSQL take 5 times the processor's time, and 128 on SQLite 1.6 times (`bench/baseline.md`, fast paths).
 */
export function cacheResponses({ responseCache, maxAge }: CacheResponsesOptions): Respond {
  const running = new Map<string, Promise<unknown>>();

  return async (query) => {
    const { request, body, requestContext } = query;
    const { headers, path, search, notes } = request;
    const isPost = body !== null;
    const toResponse = (cached: CachedResponse) => {
      holdBody(cached, request);
      const isPrivate = requestContext.actor !== null || (requestContext.upstream?.credentials.isAny ?? false);
      return toHttpResponse(cached, { isPost, headers, isPrivate, maxAge, now: requestContext.now });
    };
    const toEarlier = (cached: CachedResponse) => {
      notes.isCached = true;
      notes.operation = cached.operation;
      return toResponse(cached);
    };
    const text = body === null ? `${path}${search}` : textOf(body);
    if (text.length > maxTextLength || isOneOff(text)) {
      return uncached(await query.makeResponse(createResponseContext(requestContext)), isPost);
    }
    const directory = await responseCache.getDirectory();
    if (!directory) {
      const { response, cached } = await make(responseCache, query, { key: '', directory });
      return cached ? toResponse(cached) : uncached(response, isPost);
    }
    const shopper = responseCache.classOf(directory, requestContext);
    const key = cacheKey({ requestContext, shopper, accept: headers.get('accept'), text });
    const known = responseCache.find(key, directory, requestContext.now);
    if (known) return await toEarlier(known);
    if (running.has(key)) {
      await running.get(key);
      // Looked up, not taken over: what is published may have changed since that one began.
      await responseCache.getDirectory();
      const shared = responseCache.find(key, directory, requestContext.now);
      if (shared) return await toEarlier(shared);
    }
    notes.isCached = false;
    const making = make(responseCache, query, { key, directory });
    const settled = making.then(nothing, nothing);
    running.set(key, settled);
    try {
      const { response, cached } = await making;
      return cached ? await toResponse(cached) : uncached(response, isPost);
    } finally {
      if (running.get(key) === settled) running.delete(key);
    }
  };
}

/** Before anything else is waited for: meanwhile the response may be cached no more. */
function holdBody({ body: { plain } }: CachedResponse, request: HttpRequest): void {
  if (plain instanceof Uint8Array) bodyMemory.holdUntilSent(plain, request);
}

interface Place {
  readonly key: string;
  /** What the key was made from; null: nothing is cached. */
  readonly directory: CatalogDirectory | null;
}

/** `cached` is null where the response is for this one request. */
async function make(
  responseCache: ResponseCache,
  { request, requestContext, makeResponse }: Query,
  { key, directory }: Place,
): Promise<{ readonly response: HttpResponse; readonly cached: CachedResponse | null }> {
  const context = createResponseContext(requestContext);
  const { lifetime } = context;
  const response = await makeResponse(context);
  const { now, upstream } = requestContext;
  if (upstream) {
    lifetime.endBy(endOfAnswers(upstream, now));
    for (const name of credentialHeaders) context.consulted.add(name);
  }
  const { status, headers, body: bytes } = response;
  const isWhole = bytes instanceof Uint8Array || bytes instanceof BodyPieces;
  if (status !== 200 || !isWhole || lifetime.end <= now.getTime()) return { response, cached: null };
  const contentType = headers['content-type'] ?? '';
  const vary = varyBy(context.consulted);
  const until = lifetime.end;
  const { operation } = request.notes;
  const takeMemory = bodyMemory.untilSent(request);
  const made = { key, body: bytes, takeMemory, contentType, vary, operation, directory, now, until };
  const cached = await responseCache.add(made);
  return { response, cached };
}

/**
 * As long as all that it was made of is new. A response that took a call says so, and the next one takes none: it is for its one request, as
 * is one that says that it is stale.
 */
function endOfAnswers({ calls, isStale, newForMs }: UpstreamScope, now: Date): number {
  return calls > 0 || isStale ? 0 : now.getTime() + newForMs;
}

function createResponseContext(requestContext: RequestContext): ResponseContext {
  return { requestContext, lifetime: createLifetime(), consulted: createConsultedHeaders() };
}

/** Whether it failed is told to the client whose request it was. */
function nothing(): void {}

/**
 * A mutation or a subscription waits for no other, and never shares a response. JSON may hide the word in an escape. `mutationType` is
 * another word, of introspection.
 */
function isOneOff(text: string): boolean {
  return /(?:mutation|subscription)(?!\w)|\\u/.test(text);
}

function uncached(response: HttpResponse, isPost: boolean): HttpResponse {
  return isPost ? response : { ...response, headers: { ...response.headers, 'cache-control': 'no-store' } };
}
