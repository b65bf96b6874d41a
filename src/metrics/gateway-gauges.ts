import type { Metrics } from './metrics.ts';
import type { GaugeOptions } from './series.ts';

/** What there is to look at in a gateway, as its rooms offer it. */
export interface GatewayParts {
  readonly queue: { waitMs(): number; countRefused(): number };
  readonly responseCache: { size(): { readonly entries: number; readonly bytes: number } };
  readonly liveConnections: { count(): number };
  readonly readiness: { isReady(): Promise<boolean> };
  readonly engine: {
    connections(): { readonly inUse: number; readonly idle: number; readonly waiting: number } | null;
    describeReplicas(): Readonly<Record<string, { readonly isUsable: boolean; readonly lagSeconds: number | null }>>;
  };
  /** Null: another process looks after it. */
  readonly outbox: { countPending(): Promise<{ readonly count: number; readonly since: string | null }> } | null;
  /** Null: there is no platform. */
  readonly upstream: { isLeftAlone(): boolean } | null;
  /** Null: nothing is mirrored. */
  readonly mirror: { describe(): Promise<{ readonly mirror?: { readonly ageSeconds: number | null } }> } | null;
  readonly now: () => Date;
}

export function addGatewayGauges(metrics: Pick<Metrics, 'addGauge' | 'addCounter'>, parts: GatewayParts): void {
  const { addGauge, addCounter } = metrics;
  const { queue, responseCache, liveConnections, readiness, engine } = parts;
  // Who is not ready gets no requests: nothing else that is counted tells of it.
  addGauge({
    name: 'gateway_not_ready',
    help: '1 while readiness is false; of several processes the worst.',
    aggregator: 'max',
    read: async () => Number(!(await readiness.isReady())),
  });
  addGauge({
    name: 'gateway_request_wait_seconds',
    help: 'For how long the request has waited for its turn that came first of those that wait; of several processes the worst.',
    aggregator: 'max',
    read: () => queue.waitMs() / 1000,
  });
  addCounter({
    name: 'gateway_refused_requests_total',
    help: 'Requests that were refused because more came than could be answered.',
    read: queue.countRefused,
  });
  addGauge({
    name: 'gateway_response_cache_entries',
    help: 'Responses that are cached.',
    read: () => responseCache.size().entries,
  });
  addGauge({
    name: 'gateway_response_cache_bytes',
    help: 'Memory that cached responses take.',
    read: () => responseCache.size().bytes,
  });
  addGauge({
    name: 'gateway_live_subscriptions',
    help: 'Subscriptions that events are sent to.',
    read: liveConnections.count,
  });
  addGauge({
    name: 'gateway_database_connections',
    help: 'Connections to PostgreSQL: in use or idle; and statements that wait for one.',
    labelName: 'state',
    read() {
      const connections = engine.connections();
      if (!connections) return {};
      return { in_use: connections.inUse, idle: connections.idle, waiting: connections.waiting };
    },
  });
  for (const gauge of [...replicaGauges(parts), ...outboxGauges(parts), ...platformGauges(parts)]) addGauge(gauge);
}

type Replicas = ReturnType<GatewayParts['engine']['describeReplicas']>;

function replicaGauges({ engine }: GatewayParts): GaugeOptions[] {
  return [
    {
      name: 'gateway_replica_lag_seconds',
      help: 'How far replicas are behind; one that can not be read has none.',
      aggregator: 'max',
      labelName: 'replica',
      read: () => mapReplicas(engine, ({ lagSeconds }) => lagSeconds),
    },
    {
      name: 'gateway_replica_away',
      help: '1 where a replica could not be read when it was looked at last.',
      aggregator: 'max',
      labelName: 'replica',
      read: () => mapReplicas(engine, ({ isUsable }) => Number(!isUsable)),
    },
  ];
}

function mapReplicas(engine: GatewayParts['engine'], toValue: (replica: Replicas[string]) => number | null) {
  const values = Object.entries(engine.describeReplicas()).map(([name, replica]) => [name, toValue(replica)] as const);
  return Object.fromEntries(values.flatMap(([name, value]) => (value === null ? [] : [[name, value] as const])));
}

function platformGauges({ upstream, mirror }: GatewayParts): GaugeOptions[] {
  const breaker: GaugeOptions = {
    name: 'gateway_upstream_breaker_open',
    help: '1 while a process sends nothing to the platform, because it failed too often.',
    aggregator: 'max',
    read: () => Number(upstream?.isLeftAlone()),
  };
  const age: GaugeOptions = {
    name: 'gateway_mirror_age_seconds',
    help: 'How long ago the mirror was last what the platform showed; none before the first time.',
    aggregator: 'max',
    read: async () => (await mirror?.describe())?.mirror?.ageSeconds ?? null,
  };
  return [...(upstream ? [breaker] : []), ...(mirror ? [age] : [])];
}

function outboxGauges({ outbox, now }: GatewayParts): GaugeOptions[] {
  if (!outbox) return [];
  // What the database does not tell is not shown; that it is gone is told elsewhere.
  const read = async () => outbox.countPending().catch(() => null);
  return [
    {
      name: 'gateway_webhook_messages_pending',
      help: 'Messages that webhooks have not taken yet.',
      aggregator: 'max',
      read: async () => (await read())?.count ?? null,
    },
    {
      name: 'gateway_webhook_oldest_message_age_seconds',
      help: 'For how long the oldest of these has waited; 0 without any.',
      aggregator: 'max',
      async read() {
        const pending = await read();
        if (!pending) return null;
        return pending.since === null ? 0 : Math.max(0, (now().getTime() - Date.parse(pending.since)) / 1000);
      },
    },
  ];
}
