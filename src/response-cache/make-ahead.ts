/**
 * What is requested while a release is announced is made from it, too: when it is published, what most clients want is in the cache
 * (docs/decisions/0033-releases-are-announced.md).
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import type { CatalogDirectory } from '../domain/catalog/catalog.ts';
import { keyOf } from './cache-key.ts';
import { makeResponse, type Query } from './make-response.ts';
import { requestAgain } from './request-again.ts';
import type { ResponseCache } from './response-cache.ts';

export interface Answered {
  readonly query: Query;
  /** Of the response that it got from the cache. */
  readonly key: string;
  readonly text: string;
}

/** To be called for each request that is answered from the cache. */
export type MakeAhead = (answered: Answered) => void;

export function createMakeAhead(responseCache: ResponseCache): MakeAhead {
  /** Outside of the request that was answered: it is no part of its trace, and its statements are not counted there. */
  const apart = AsyncLocalStorage.snapshot();
  const making = new Set<string>();

  async function make({ query, key: earlierKey, text }: Answered, directory: CatalogDirectory): Promise<number> {
    const { request, end } = requestAgain(query.request);
    try {
      const requestContext = { ...(await query.renewContext()), directory };
      const again = { ...query, request, requestContext };
      const key = keyOf(again, { responseCache, directory, text });
      await makeResponse(responseCache, again, { key, directory, earlierKey });
      return requestContext.budget.spent;
    } catch {
      // Whoever requests it from then on is told why.
      return 0;
    } finally {
      end();
      responseCache.noteAhead(earlierKey, directory);
      making.delete(earlierKey);
    }
  }

  return (answered) => {
    const upcoming = responseCache.findUpcoming();
    if (!upcoming) return;
    const { key } = answered;
    responseCache.spareTime.earn();
    if (making.has(key) || responseCache.isMadeAhead(key, upcoming)) return;
    if (responseCache.spareTime.offer(() => apart(() => make(answered, upcoming)))) making.add(key);
  };
}
