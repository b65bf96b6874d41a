/** Makes a response, and caches it where it is good for others. */
import type { RequestContext } from '../domain/request-context.ts';
import { credentialHeaders, type UpstreamScope } from '../domain/upstream-scope.ts';
import { bodyMemory } from '../http/body-memory.ts';
import { BodyPieces } from '../http/body-pieces.ts';
import type { HttpRequest, HttpResponse } from '../http/http-exchange.ts';
import type { CachedResponse } from './cached-response.ts';
import { ConsultedHeaders } from './consulted-headers.ts';
import { Lifetime } from './lifetime.ts';
import type { NewResponse } from './new-response.ts';
import type { ResponseCache } from './response-cache.ts';

/** Makes the response, and says how long it is valid. */
export type MakeResponse = (context: ResponseContext) => Promise<HttpResponse>;

export interface ResponseContext extends Pick<Query, 'request' | 'requestContext' | 'renewContext'> {
  readonly lifetime: Lifetime;
  readonly consulted: ConsultedHeaders;
}

export interface Query {
  readonly request: HttpRequest;
  /** What a POST holds; null: the query stands in the target. */
  readonly body: Buffer | null;
  readonly requestContext: RequestContext;
  /** Reads another one for the same request, which begins anew. */
  readonly renewContext: () => Promise<RequestContext>;
  readonly make: MakeResponse;
}

/** `cached` is null where the response is for this one request. */
export async function makeResponse(
  responseCache: ResponseCache,
  query: Query,
  { key, directory, earlierKey }: Pick<NewResponse, 'key' | 'directory' | 'earlierKey'>,
): Promise<{ readonly response: HttpResponse; readonly cached: CachedResponse | null }> {
  const { request, requestContext, make } = query;
  const context = createResponseContext(query);
  const { lifetime } = context;
  const response = await make(context);
  const { now, upstream } = requestContext;
  if (upstream) {
    lifetime.endBy(endOfAnswers(upstream, now));
    for (const name of credentialHeaders) context.consulted.add(name);
  }
  const { status, headers, body: bytes } = response;
  const isWhole = bytes instanceof Uint8Array || bytes instanceof BodyPieces;
  if (status !== 200 || !isWhole || lifetime.end <= now.getTime()) return { response, cached: null };
  const contentType = headers['content-type'] ?? '';
  const { vary } = context.consulted;
  const until = lifetime.end;
  const { operation } = request.notes;
  const takeMemory = bodyMemory.untilSent(request);
  const made = { key, earlierKey, body: bytes, takeMemory, contentType, vary, operation, directory, now, until };
  const cached = await responseCache.add(made);
  return { response, cached };
}

/**
 * As long as all that it was made of is new, which what is stale is not. A response that took a call says so, and the next one takes none: it is
 * for its one request.
 */
function endOfAnswers({ calls, newForMs }: UpstreamScope, now: Date): number {
  return calls > 0 ? 0 : now.getTime() + newForMs;
}

export function createResponseContext({ request, requestContext, renewContext }: Query): ResponseContext {
  return { request, requestContext, renewContext, lifetime: new Lifetime(), consulted: new ConsultedHeaders() };
}
