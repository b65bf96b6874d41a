/**
 * A gateway before a platform, which is another gateway: both faces of B over the REST interface of A, in one process, through a
 * socket. Stores, engine and statements are A's.
 */
import { platformTokens } from '../../src/auth/platform-tokens.ts';
import { createUpstreamScope, UpstreamCredentials } from '../../src/domain/upstream-scope.ts';
import { platformResponses } from '../../src/response-cache/platform-responses.ts';
import { createResponseCache, type ResponseCache } from '../../src/response-cache/response-cache.ts';
import { liveCapabilities } from '../../src/upstream/capabilities.ts';
import { openUpstream } from '../../src/upstream/client/open-upstream.ts';
import type { Dialect } from '../../src/upstream/client/upstream-config.ts';
import { createUpstreamServices } from '../../src/upstream/upstream-services.ts';
import type { Contents } from './copied-databases.ts';
import { type Distort, openDialectProxy, type PlatformRequest } from './dialect-proxy.ts';
import type { OpenEngine } from './engines.ts';
import { type Caller, openFace } from './gateway.ts';
import { openRestFace, openRestGateway, type RestGateway } from './rest-gateway.ts';

export interface GatewayBefore extends RestGateway {
  readonly responseCache: ResponseCache;
  /** The gateway behind it. */
  readonly platform: RestGateway;
  /** What it was asked for, the first one first. */
  readonly requests: PlatformRequest[];
}

export interface GatewayBeforeOptions {
  readonly dialect?: Dialect;
  readonly contents?: Contents;
  readonly cacheSeconds?: number;
  /** Memory for whole responses; absent: none is cached. */
  readonly responseCacheBytes?: number;
  /** What becomes of its answers on their way. */
  readonly distort?: Distort;
}

export async function openGatewayBefore(
  open: OpenEngine,
  {
    dialect = 'contract',
    contents = 'demo',
    cacheSeconds = 0,
    responseCacheBytes = 0,
    distort,
  }: GatewayBeforeOptions = {},
): Promise<GatewayBefore> {
  const platform = await openRestGateway(open, contents);
  const proxy = await openDialectProxy(distort ? remembering(platform.send) : platform.send, dialect, distort);
  const upstream = openUpstream({
    config: {
      ...{ url: proxy.url, clientId: 'demo-storefront', clientSecret: null, dialect, catalog: 'live', caFile: null },
      ...{
        requestsPerSecond: 10_000,
        concurrency: 50,
        timeoutMs: 10_000,
        cacheSeconds,
        hasPricingOptions: false,
        manualPayments: null,
      },
    },
    monotonicNow: () => performance.now(),
  });
  const services = createUpstreamServices({
    ...{ client: upstream.client, dialect, hasPricingOptions: false, catalogAccess: 'open' },
    keys: { keys: platform.stores.idempotencyKeys, runningMs: 0, cleansUp: true },
    // Without it newer platforms take no subscription that nobody pays.
    manualPayments: dialect === 'elasticpath' ? true : null,
  });
  const ofCaller = (caller: Caller) => ({ upstream: createUpstreamScope(credentialsOf(caller), 1000) });
  const responseCache = createResponseCache(platformResponses, responseCacheBytes);
  const face = openFace(services, ofCaller, { capabilities: liveCapabilities, responseCache });
  const { verify } = platformTokens;
  return {
    ...platform,
    ...face,
    ...openRestFace({ services, bugs: face.bugs, verify, hasUpstream: true, responseCache }),
    ...{ services, platform, requests: proxy.requests, responseCache },
    async drop() {
      await upstream.close();
      await proxy.close();
      await platform.drop();
    },
  };
}

function credentialsOf({ as, accountId }: Caller): UpstreamCredentials {
  if (as === 'nobody') return new UpstreamCredentials({});
  return new UpstreamCredentials({ authorization: `Bearer ${accountId === null ? as : `${as}@${accountId}`}` });
}

type Send = RestGateway['send'];

/** What a platform says of the same read is the same: thousands of them need not be read again. */
function remembering(send: Send): Send {
  const known = new Map<string, Response>();
  return async (path, init) => {
    if (init?.method !== 'GET') return send(path, init);
    const { 'x-request-id': _, ...headers } = (init.headers ?? {}) as Record<string, string>;
    const key = JSON.stringify([path, headers]);
    const answer = known.get(key) ?? (await send(path, init));
    known.set(key, answer);
    return answer.clone();
  };
}
