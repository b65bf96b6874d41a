import { expect, it, onTestFinished, vi } from 'vitest';
import type { ProductService } from '../../../src/domain/product/ports.ts';
import { createGraphQLHandler } from '../../../src/graphql/handler.ts';
import { schema } from '../../../src/graphql/schema/schema.ts';
import { defaultLimits } from '../../../src/http/limits.ts';
import { createResponseCache } from '../../../src/response-cache/response-cache.ts';
import { describeEachEngine } from '../../support/engines.ts';
import { toHttpRequest } from '../../support/fetch-from.ts';
import { openGateway } from '../../support/gateway.ts';
import { someContext } from '../../support/request-contexts.ts';
import { useOpened } from '../../support/use-opened.ts';

const lists = Array.from({ length: 60 }, (_, at) => `p${at}: products(first: ${at + 1}) { nodes { name } }`);
const body = JSON.stringify({ query: `{ ${lists.join(' ')} }` });

describeEachEngine('a query whose client has gone', (open) => {
  const gateway = useOpened(() => openGateway(open));

  it.each([true, false])(
    'reads no more than what it has begun to, which is known to be read (written: %s)',
    async (writesQueries) => {
      let [calls, running] = [0, 0];
      const readWhileRunning: number[] = [];
      const [begun, held] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
      const { list } = gateway.services.products;
      const holding: ProductService['list'] = async (...args) => {
        calls += 1;
        if (calls === 2) {
          begun.resolve();
          await held.promise;
        }
        try {
          return await list(...args);
        } finally {
          readWhileRunning.push(running);
        }
      };
      onTestFinished(() => void vi.restoreAllMocks());
      vi.spyOn(gateway.services.products, 'list').mockImplementation(holding);
      const handle = createGraphQLHandler({
        schema,
        services: gateway.services,
        limits: defaultLimits,
        responseCache: createResponseCache(gateway.services.catalog, 0),
        httpCacheSeconds: 0,
        hasIntrospection: true,
        writesQueries,
        async whileReading(run) {
          running += 1;
          try {
            return await run();
          } finally {
            running -= 1;
          }
        },
        reportBug: (bug) => expect.fail(String(bug)),
        readRequestContext: async () => someContext(new Date(), defaultLimits),
      });
      const leaving = new AbortController();
      const headers = { 'Content-Type': 'application/json' };
      const request = new Request('http://127.0.0.1/graphql', {
        method: 'POST',
        headers,
        body,
        signal: leaving.signal,
      });
      const answering = handle(toHttpRequest(request), Buffer.from(body)).catch((error: unknown) => error);
      await begun.promise;
      leaving.abort();
      expect(await answering).toHaveProperty('status', 499);
      held.resolve();
      for (let time = 0; time < 5; time += 1) await gateway.ask('{ catalogNodes(first: 20) { nodes { name } } }');
      expect(calls).toBe(2);
      expect(readWhileRunning.map((count) => count > 0)).toEqual([true, true]);
    },
  );
});
