/** The platform behind the gateway: the transport, and who calls over it. */
import { type AdministratorClient, createAdministratorClient } from './administrator-client.ts';
import { createExchange } from './exchange.ts';
import { createTokenRequests, type TokenRequests } from './token-requests.ts';
import { createUpstreamClient, type UpstreamClient } from './upstream-client.ts';
import type { UpstreamConfig } from './upstream-config.ts';

export interface Upstream {
  /** For what clients request. */
  readonly client: UpstreamClient;
  /** For what the gateway copies. */
  readonly administrator: AdministratorClient;
  readonly passTokenRequest: TokenRequests['pass'];
  close(): Promise<void>;
}

export interface OpenUpstreamOptions {
  readonly config: UpstreamConfig;
  readonly monotonicNow: () => number;
}

/** @throws the file system's error where UPSTREAM_CA_FILE can't be read */
export function openUpstream({ config, monotonicNow }: OpenUpstreamOptions): Upstream {
  const exchange = createExchange({ ...config, origin: new URL(config.url).origin });
  const tokenRequests = createTokenRequests({ ...config, exchange });
  const shared = { config, exchange, tokenRequests, monotonicNow };
  return {
    client: createUpstreamClient(shared),
    administrator: createAdministratorClient(shared),
    passTokenRequest: tokenRequests.pass,
    close: exchange.close,
  };
}
