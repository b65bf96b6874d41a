/** Connections over which events are sent: how many there may be, and their end when the gateway stops. */
import { GraphQLError } from 'graphql';
import type { Limits } from '../../http/limits.ts';

export interface LiveConnections {
  /** `onStop` is called when the gateway stops. @throws GraphQLError RATE_LIMITED where there are too many, UNAVAILABLE once it stops */
  open(clientKey: string, onStop: () => void): LiveConnection;
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

export function createLiveConnections({ liveConnections, liveConnectionsPerClient }: LiveLimits): LiveConnections {
  const running = new Set<() => void>();
  const ofClients = new Map<string, number>();
  let isStopped = false;

  return {
    open(clientKey, onStop) {
      const ofClient = ofClients.get(clientKey) ?? 0;
      if (isStopped) throw refusal('UNAVAILABLE', 503, 'The gateway is stopping. Try again.');
      if (ofClient >= liveConnectionsPerClient) throw tooMany(`this client has ${ofClient} of them`);
      if (running.size >= liveConnections) throw tooMany(`there are ${running.size} of them`);
      // A function of its own for each: a listener may be the same.
      const stop = () => onStop();
      running.add(stop);
      ofClients.set(clientKey, ofClient + 1);
      return {
        close() {
          if (!running.delete(stop)) return;
          const others = (ofClients.get(clientKey) ?? 1) - 1;
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
  return refusal(
    'RATE_LIMITED',
    429,
    `No more connections for events are opened: ${count}. Close one, or try again later.`,
  );
}

/** By its status, whatever the client accepts: clients of events try again then. */
function refusal(code: 'RATE_LIMITED' | 'UNAVAILABLE', status: number, message: string): GraphQLError {
  return new GraphQLError(message, { extensions: { code, http: { status, headers: { 'Retry-After': '1' } } } });
}
