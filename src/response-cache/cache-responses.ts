import type { RequestContext } from '../domain/request-context.ts';
import { cacheKey, maxTextLength, textOf } from './cache-key.ts';
import { cachedResponse } from './cached-response.ts';
import { createLifetime, type Lifetime } from './lifetime.ts';
import type { CachedAnswer, ResponseCache } from './response-cache.ts';

export interface RememberOptions {
  readonly answers: ResponseCache;
  /** How long HTTP caches may answer without asking here, in seconds. */
  readonly maxAge: number;
  /** Makes the answer, and says how long it holds. */
  readonly answer: (request: Request, requestContext: RequestContext, lifetime: Lifetime) => Promise<Response>;
}

/** `body`: what the request holds; null: it is a GET. */
type Answering = (request: Request, requestContext: RequestContext, body: string | null) => Promise<Response>;

/** Answers a query that was answered before with the same bytes; of equal ones that come at once, one is executed. */
export function cacheResponses({ answers, maxAge, answer }: RememberOptions): Answering {
  const running = new Map<string, Promise<unknown>>();

  /** Null in place of the answer to be kept: it holds for this one request. */
  async function make(request: Request, requestContext: RequestContext, key: string) {
    const directory = await answers.getDirectory();
    const lifetime = createLifetime();
    const response = await answer(request, requestContext, lifetime);
    if (response.status !== 200 || lifetime.end <= requestContext.now.getTime()) return { response, kept: null };
    const contentType = response.headers.get('content-type') ?? '';
    const body = Buffer.from(await response.text());
    return {
      response,
      kept: await answers.keep({ key, body, contentType, directory, now: requestContext.now, until: lifetime.end }),
    };
  }

  return async (request, requestContext, body) => {
    const { headers, method } = request;
    const toResponse = (kept: CachedAnswer) => {
      const ifNoneMatch = headers.get('if-none-match');
      const options = {
        method,
        ifNoneMatch,
        isPrivate: requestContext.actor !== null,
        maxAge,
        now: requestContext.now,
      };
      const { status, headers: answered, body: bytes } = cachedResponse(kept, options);
      return new Response(bytes as Uint8Array<ArrayBuffer> | null, { status, headers: answered });
    };
    const text = body === null ? new URL(request.url).search : textOf(Buffer.from(body));
    if (text.length > maxTextLength || mayWrite(text))
      return uncached(await answer(request, requestContext, createLifetime()), method);
    const key = cacheKey({ requestContext, accept: headers.get('accept'), text });
    const known = await answers.find(key, requestContext.now);
    if (known) return toResponse(known);
    if (running.has(key)) {
      await running.get(key);
      // Looked for, not taken over: what is published may have changed since that one began.
      const shared = await answers.find(key, requestContext.now);
      if (shared) return toResponse(shared);
    }
    const making = make(request, requestContext, key);
    const settled = making.then(nothing, nothing);
    running.set(key, settled);
    try {
      const { response, kept } = await making;
      return kept ? toResponse(kept) : uncached(response, method);
    } finally {
      if (running.get(key) === settled) running.delete(key);
    }
  };
}

/** Whether it failed is told to the one who asked. */
function nothing(): void {}

/** A mutation waits for nobody, and is never answered in the place of another. JSON may hide the word behind an escape. */
function mayWrite(text: string): boolean {
  return /mutation|\\u/.test(text);
}

function uncached(response: Response, method: string): Response {
  if (method === 'GET') response.headers.set('Cache-Control', 'no-store');
  return response;
}
