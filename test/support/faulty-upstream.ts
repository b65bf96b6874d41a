import { openUpstream, type Upstream } from '../../src/upstream/client/open-upstream.ts';
import type { UpstreamConfig } from '../../src/upstream/client/upstream-config.ts';
import { type FaultyPlatform, openFaultyPlatform } from './faulty-platform.ts';

export interface FaultyUpstream {
  readonly platform: FaultyPlatform;
  readonly upstream: Upstream;
  close(): Promise<void>;
}

/** A platform that behaves as a test says, and calls of it that nothing caches or holds up. */
export async function openFaultyUpstream(
  options: Pick<UpstreamConfig, 'dialect' | 'hasPricingOptions'> &
    Partial<Pick<UpstreamConfig, 'clientId' | 'clientSecret'>>,
): Promise<FaultyUpstream> {
  const platform = await openFaultyPlatform();
  const upstream = openUpstream({
    config: {
      ...{ url: platform.url, clientId: null, clientSecret: null, catalog: 'live', manualPayments: null, ...options },
      ...{ requestsPerSecond: 10_000, concurrency: 10, timeoutMs: 2000, cacheSeconds: 0, caFile: null },
    },
    monotonicNow: () => performance.now(),
  });
  return {
    ...{ platform, upstream },
    async close() {
      await upstream.close();
      await platform.close();
    },
  };
}
