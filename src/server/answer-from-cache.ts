/**
 * The short way: a query whose answer is kept gets it before anything is made of the request. Whatever is unusual about a
 * request, and whatever was not asked before, goes the long way; both answer the same.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { corsHeaders } from '../http/cors.ts';
import { isJson } from '../http/request-body.ts';
import { type ReadRequestContext, requestIdOf } from '../http/request-context.ts';
import { cacheKey, maxTextLength, textOf } from '../response-cache/cache-key.ts';
import { toHttpParts } from '../response-cache/cached-response.ts';
import type { ResponseCache } from '../response-cache/response-cache.ts';
import type { Answer, MaybeRead } from './http-app.ts';
import type { Asked, Spend } from './rate-limit.ts';

export interface AnswerFromCacheOptions {
  readonly responseCache: ResponseCache;
  readonly readRequestContext: ReadRequestContext;
  readonly spend: Spend;
  readonly corsOrigins: readonly string[];
  readonly httpCacheSeconds: number;
  readonly onAnswered: (answer: Answer) => void;
}

/** Whether it has answered. Where it has not, the body that it read is the request's `rawBody`. */
export type AnswerFromCache = (incoming: IncomingMessage, response: ServerResponse) => Promise<boolean>;

const path = '/graphql';

export function createAnswerFromCache(options: AnswerFromCacheOptions): AnswerFromCache {
  const { responseCache, readRequestContext, spend, corsOrigins, httpCacheSeconds, onAnswered } = options;

  /** Rejects where the request is to be refused: why, is said on the long way. */
  async function find(asked: Asked, requestId: string, text: string) {
    const requestContext = await readRequestContext(asked, requestId);
    const key = cacheKey({ requestContext, accept: asked.headers.get('accept'), text });
    const cached = await responseCache.find(key, requestContext.now);
    if (!cached) return null;
    return { cached, requestContext, left: await spend(asked) };
  }

  return async (incoming, response) => {
    const start = performance.now();
    const isPost = isShortPost(incoming);
    if (!isPlain(incoming) || !(isPost || isShortGet(incoming))) return false;
    const text = isPost ? await readText(incoming) : (incoming.url ?? '').slice(path.length);
    const asked = toAsked(incoming);
    const requestId = requestIdOf(asked.headers);
    const found = await find(asked, requestId, text).catch(() => null);
    if (!found) return false;
    const { cached, requestContext, left } = found;
    const { status, headers, body } = toHttpParts(cached, {
      method: asked.method,
      ifNoneMatch: asked.headers.get('if-none-match'),
      isPrivate: requestContext.actor !== null,
      maxAge: httpCacheSeconds,
      now: requestContext.now,
    });
    for (const [name, value] of Object.entries({ ...headers, ...left })) response.setHeader(name, value);
    response.setHeader('X-Request-Id', requestId);
    response.setHeader('X-Content-Type-Options', 'nosniff');
    for (const [name, value] of corsHeaders(asked, corsOrigins)) response.appendHeader(name, value);
    response.statusCode = status;
    response.end(body);
    const durationMs = Math.round((performance.now() - start) * 10) / 10;
    onAnswered({ requestId, method: asked.method, path, status, durationMs });
    return true;
  };
}

/** Others are looked at, and may be refused, on the long way. Of a header that is sent twice, `headers` has the first one only. */
function isPlain({ headers, headersDistinct }: IncomingMessage): boolean {
  const isOnce = (name: string) => (headersDistinct[name]?.length ?? 0) <= 1;
  return /^[a-z0-9.-]+(:\d{1,5})?$/i.test(headers.host ?? '') && isOnce('authorization') && isOnce('content-type');
}

function isShortGet({ method, url }: IncomingMessage): boolean {
  return method === 'GET' && url !== undefined && url.startsWith(`${path}?`) && url.length <= maxTextLength;
}

function isShortPost({ method, url, headers }: IncomingMessage): boolean {
  const length = Number(headers['content-length'] ?? 0);
  return (
    method === 'POST' &&
    url === path &&
    length > 0 &&
    length <= maxTextLength &&
    headers['content-encoding'] === undefined &&
    isJson(headers['content-type'] ?? '')
  );
}

/** The body, kept for whoever answers. Never settles for a client that goes away before all of it has come. */
function readText(incoming: IncomingMessage): Promise<string> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
    incoming.once('end', () => {
      const body = chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks);
      Object.assign(incoming, { rawBody: body } satisfies MaybeRead);
      resolve(textOf(body));
    });
  });
}

/** As the long way sees it. */
function toAsked({ method = '', headers, socket }: IncomingMessage): Asked & { readonly method: string } {
  const get = (name: string) => {
    const value = headers[name.toLowerCase()];
    return value === undefined ? null : String(value);
  };
  return { method, path, headers: { get }, socketAddress: socket.remoteAddress ?? '' };
}
