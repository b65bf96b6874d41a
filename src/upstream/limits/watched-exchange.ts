import type { Exchange, IncomingAnswer, OutgoingRequest } from '../client/exchange.ts';

/** Sends a request to the platform by `send`; it may have more headers then. */
export type WatchCall = (request: OutgoingRequest, send: Exchange['send']) => Promise<IncomingAnswer>;

/** Whoever watches is told of each attempt by itself, when it has its turn. */
export function watched(exchange: Exchange, watchCall: WatchCall): Exchange {
  return { ...exchange, send: (request) => watchCall(request, exchange.send) };
}
