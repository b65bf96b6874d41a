/**
 * The series that are collected. Their number is bounded whatever is sent: labels have values of ours alone, and one counter has names that an operator
 * registered, up to a number (`request-counter.ts`).
 */
import { Counter, type CounterConfiguration, Gauge, Registry } from 'prom-client';
import { createHistogram, type Histogram, type HistogramOptions } from './histogram.ts';

export type Series = ReturnType<typeof createSeries>;

/** A response from the cache takes a fraction of a millisecond; what takes longer than a request may is given up. */
const secondsOfRequests = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5];
const secondsOfStatements = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.05, 0.25, 1];
const secondsOfCalls = [0.05, 0.25, 1, 5];
const unitsOfCost = [10, 100, 1000, 10_000, 100_000];
const counts = [0, 1, 2, 5, 10, 20];

const counters = {
  requests: {
    name: 'gateway_requests_total',
    help: 'Requests that were answered. The operation is a registered name, or "other".',
    labelNames: ['face', 'operation', 'code', 'status'],
  },
  cacheLookups: {
    name: 'gateway_response_cache_lookups_total',
    help: 'Queries of the catalog that a cached response answered (hit), or that were answered anew (miss).',
    labelNames: ['result'],
  },
  failedStatements: { name: 'gateway_database_failed_statements_total', help: 'Statements that failed.' },
  calls: {
    name: 'gateway_upstream_calls_total',
    help: 'Calls of the platform, each attempt by itself: by the class of their status, or "none" where no answer came.',
    labelNames: ['status'],
  },
} satisfies Record<string, CounterConfiguration<string>>;

const histograms = {
  durations: {
    name: 'gateway_request_duration_seconds',
    help: 'Time from the head of a request to its whole response; of events, to their beginning.',
    labelName: 'face',
    buckets: secondsOfRequests,
  },
  requestedCost: {
    name: 'gateway_query_requested_cost',
    help: 'Units that executed operations of GraphQL were estimated at before.',
    buckets: unitsOfCost,
  },
  actualCost: {
    name: 'gateway_query_actual_cost',
    help: 'Units that executed operations of GraphQL came to.',
    buckets: unitsOfCost,
  },
  batches: {
    name: 'gateway_request_batches',
    help: 'Batches of loaders that an executed operation of GraphQL needed.',
    buckets: counts,
  },
  statements: {
    name: 'gateway_request_statements',
    help: 'Statements that an executed operation of GraphQL sent to the database.',
    buckets: counts,
  },
  statementDurations: {
    name: 'gateway_database_statement_duration_seconds',
    help: 'Time that statements took, with the way to the database and back.',
    buckets: secondsOfStatements,
  },
  callDurations: {
    name: 'gateway_upstream_call_duration_seconds',
    help: 'Time that calls of the platform took, from their turn on.',
    buckets: secondsOfCalls,
  },
} satisfies Record<string, HistogramOptions>;

export function createSeries() {
  const registry = new Registry();
  const counted = mapValues<keyof typeof counters, CounterConfiguration<string>, Counter>(
    counters,
    (options) => new Counter({ ...options, registers: [registry] }),
  );
  const measured = mapValues<keyof typeof histograms, HistogramOptions, Histogram>(histograms, createHistogram);
  return {
    registry,
    ...counted,
    ...measured,
    /** All values, as the library hands them on to other processes. */
    async snapshot() {
      const snapshots = Object.values<Histogram>(measured).map((histogram) => histogram.snapshot());
      return [...(await registry.getMetricsAsJSON()), ...snapshots];
    },
  };
}

function mapValues<Name extends string, Value, Result>(
  values: Readonly<Record<Name, Value>>,
  map: (value: Value) => Result,
) {
  const mapped = Object.entries<Value>(values).map(([name, value]) => [name, map(value)]);
  return Object.fromEntries(mapped) as Record<Name, Result>;
}

export interface GaugeOptions {
  readonly name: string;
  readonly help: string;
  /** How the values of several processes become one. */
  readonly aggregator?: 'sum' | 'max';
  readonly labelName?: string;
  /** Values by their label, or the one there is; null: unknown now, and not shown. */
  readonly read: () => Promise<GaugeValues> | GaugeValues;
}

export type GaugeValues = number | null | Readonly<Record<string, number>>;

/** A value that is read when it is looked at. */
export function addGauge(registry: Registry, { name, help, aggregator = 'sum', labelName, read }: GaugeOptions): void {
  new Gauge({
    ...{ name, help, aggregator, labelNames: labelName ? [labelName] : [], registers: [registry] },
    async collect() {
      const values = await read();
      this.reset();
      if (values === null) this.remove();
      else if (typeof values === 'number') this.set(values);
      else if (labelName) for (const [label, value] of Object.entries(values)) this.set({ [labelName]: label }, value);
    },
  });
}

export interface CounterOptions extends Pick<GaugeOptions, 'name' | 'help'> {
  /** What was counted since the process began. */
  readonly read: () => number;
}

/** A counter of what is counted elsewhere. */
export function addCounter(registry: Registry, { name, help, read }: CounterOptions): void {
  let counted = 0;
  new Counter({
    ...{ name, help, registers: [registry] },
    collect() {
      const count = read();
      this.inc(count - counted);
      counted = count;
    },
  });
}
