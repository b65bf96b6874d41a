/** Connections over which events are sent: how many there may be, and their end when the gateway stops. */
import type { GraphQLError } from 'graphql';
import type { Limits } from '../../http/limits.ts';
import { refusalBy } from '../errors/refusal.ts';

export interface LiveOptions {
  readonly clientKey: string;
  /** What it keeps of its request, at the most; absent: nearly nothing. */
  readonly heldBytes?: number;
  /** Called when the gateway stops. */
  readonly onStop: () => void;
}

export interface LiveConnections {
  /** @throws GraphQLError RATE_LIMITED where there are too many, UNAVAILABLE once it stops */
  open(options: LiveOptions): LiveConnection;
  /** How many there are. */
  count(): number;
  /** Ends all of them, and lets no more in. */
  stop(): void;
}

export interface LiveConnection {
  close(): void;
}

type LiveLimits = Pick<Limits, 'liveConnections' | 'liveConnectionsPerClient'>;

/** What one of an instance's workers may have: connections go round them, so each has its share of both. */
export function limitsOfWorker(limits: LiveLimits, workers: number): LiveLimits {
  const shareOf = (all: number) => (all === 0 ? 0 : Math.max(1, Math.floor(all / workers)));
  return {
    liveConnections: shareOf(limits.liveConnections),
    liveConnectionsPerClient: shareOf(limits.liveConnectionsPerClient),
  };
}

/**
 * One that keeps more than this of its request counts as several: 60 that each came with a megabyte of empty objects in `extensions` took 1.5 GB for
 * as long as their client liked. What is usually subscribed to keeps a third of it.
 */
const bytesOfPlace = 64_000;

export function createLiveConnections({ liveConnections, liveConnectionsPerClient }: LiveLimits): LiveConnections {
  const running = new Set<() => void>();
  let taken = 0;
  const ofClients = new Map<string, number>();
  let isStopped = false;

  return {
    open({ clientKey, heldBytes = 0, onStop }) {
      const ofClient = ofClients.get(clientKey) ?? 0;
      const places = Math.max(1, Math.ceil(heldBytes / bytesOfPlace));
      if (isStopped) throw refusalBy('UNAVAILABLE', 'The gateway is stopping. Try again.', again);
      const asMany = places > 1 ? `, and one with a request as long as this counts as ${places}` : '';
      if (ofClient + places > liveConnectionsPerClient) throw tooMany(`this client has ${ofClient} of them${asMany}`);
      if (taken + places > liveConnections) throw tooMany(`there are ${taken} of them${asMany}`);
      // A function of its own for each: a listener may be the same.
      const stop = () => onStop();
      running.add(stop);
      taken += places;
      ofClients.set(clientKey, ofClient + places);
      return {
        close() {
          if (!running.delete(stop)) return;
          taken -= places;
          const others = (ofClients.get(clientKey) ?? places) - places;
          if (others > 0) ofClients.set(clientKey, others);
          else ofClients.delete(clientKey);
        },
      };
    },

    count: () => running.size,

    stop() {
      isStopped = true;
      for (const stop of [...running]) stop();
    },
  };
}

function tooMany(count: string): GraphQLError {
  const message = `No more connections for events are opened: ${count}. Close one, or try again later.`;
  return refusalBy('RATE_LIMITED', message, again);
}

/** By its status, whatever the client accepts: clients of events try again then. */
const again = { headers: { 'Retry-After': '1' } };
