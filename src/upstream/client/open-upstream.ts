/** The platform behind the gateway: the transport, and who calls over it. */
import { breaking } from '../limits/breaking-exchange.ts';
import { limited } from '../limits/limited-exchange.ts';
import { type CallSharing, openCallBudget, unshared } from '../limits/open-call-budget.ts';
import { retrying } from '../limits/retrying-exchange.ts';
import { type AdministratorClient, createAdministratorClient } from './administrator-client.ts';
import { createAnswerCache } from './answer-cache.ts';
import { createExchange, type Exchange, type IncomingAnswer, type OutgoingRequest } from './exchange.ts';
import { createTokenRequests, type TokenRequests } from './token-requests.ts';
import { createUpstreamClient, type UpstreamClient } from './upstream-client.ts';
import type { UpstreamConfig } from './upstream-config.ts';

export interface Upstream {
  /** For what clients request. */
  readonly client: UpstreamClient;
  /** For what the gateway copies. */
  readonly administrator: AdministratorClient;
  readonly passTokenRequest: TokenRequests['pass'];
  /** Whether nothing is sent to the platform for now, since it failed too often. */
  isLeftAlone(): boolean;
  close(): Promise<void>;
}

/** Sends a request to the platform by `send`; it may have more headers then. */
type WatchCall = (request: OutgoingRequest, send: Exchange['send']) => Promise<IncomingAnswer>;

export interface OpenUpstreamOptions {
  readonly config: UpstreamConfig;
  /** Who else calls the platform; absent: nobody. */
  readonly sharing?: CallSharing;
  /** Told of each attempt of a call by itself, when it has its turn; absent: nobody is. */
  readonly watchCall?: WatchCall;
  /** Memory for its answers; absent: 64 MB. */
  readonly cacheBytes?: number;
  readonly monotonicNow: () => number;
}

/** @throws Error with a sentence for people where UPSTREAM_CA_FILE names no certificates that can be read */
export function openUpstream({
  config,
  sharing = unshared,
  watchCall,
  cacheBytes = 64_000_000,
  monotonicNow,
}: OpenUpstreamOptions): Upstream {
  const socket = createExchange(config);
  const sending: Exchange = watchCall ? { send: (request) => watchCall(request, socket.send) } : socket;
  const breaker = breaking(limited(sending, openCallBudget(config, sharing)));
  const exchange = retrying(breaker);
  const tokenRequests = createTokenRequests({ ...config, exchange });
  const cache = createAnswerCache({ ...config, maxBytes: cacheBytes, monotonicNow });
  const shared = { config, exchange, tokenRequests, monotonicNow };
  return {
    client: createUpstreamClient({ ...shared, cache }),
    administrator: createAdministratorClient(shared),
    passTokenRequest: tokenRequests.pass,
    isLeftAlone: breaker.isOpen,
    close: socket.close,
  };
}
