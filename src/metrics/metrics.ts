/** Counts what rooms report: requests, statements, and what there is at the moment when somebody looks. */
import { AsyncLocalStorage } from 'node:async_hooks';
import { clientGoneStatus, codeOfStatus } from '../http/error-outcomes.ts';
import type { RequestNotes } from '../http/request-notes.ts';
import { type CountCall, createCallCounter } from './call-counter.ts';
import { addProcessGauges } from './process-gauges.ts';
import { createRequestCounter } from './request-counter.ts';
import { addCounter, addGauge, type CounterOptions, createSeries, type GaugeOptions } from './series.ts';

export interface Answered {
  readonly path: string;
  readonly status: number;
  readonly durationMs: number;
}

export interface Metrics {
  /** Runs an operation: the statements that it sends are noted there. */
  watchOperation<Result>(notes: { statements: number }, run: () => Result): Result;
  onAnswered(answer: Answered, notes: RequestNotes): void;
  onStatement(durationMs: number, hasFailed: boolean): void;
  readonly countCall: CountCall;
  addGauge(gauge: GaugeOptions): void;
  addCounter(counter: CounterOptions): void;
  /** All values, to be added to those of other processes. */
  snapshot(): Promise<MetricSnapshot>;
  close(): void;
}

/** As the library hands it on to other processes. */
export type MetricSnapshot = Awaited<ReturnType<ReturnType<typeof createSeries>['snapshot']>>;

function countedCode(status: number, code: RequestNotes['code']): string {
  if (status === clientGoneStatus) return 'CLIENT_GONE';
  return code ?? (status < 400 ? 'OK' : codeOfStatus(status));
}

export function createMetrics(): Metrics {
  const series = createSeries();
  const { registry } = series;
  const requests = createRequestCounter(series);
  const ofProcess = addProcessGauges(registry);
  const running = new AsyncLocalStorage<{ statements: number }>();
  const lookups = { hit: 0, miss: 0 };

  function handOver(): void {
    requests.handOver();
    for (const result of ['hit', 'miss'] as const) {
      series.cacheLookups.inc({ result }, lookups[result]);
      lookups[result] = 0;
    }
  }

  return {
    watchOperation: (notes, run) => running.run(notes, run),

    onAnswered({ path, status, durationMs }, { operation, code, work, isCached, statements }) {
      const face = faceOf(path);
      requests.count({ face, operation, code: countedCode(status, code), status });
      series.durations.observe(durationMs / 1000, face);
      if (isCached !== null) lookups[isCached ? 'hit' : 'miss'] += 1;
      if (isCached || !work) return;
      series.statements.observe(statements);
      series.requestedCost.observe(work.requested);
      series.actualCost.observe(work.actual);
      series.batches.observe(work.batches);
    },

    onStatement(durationMs, hasFailed) {
      const notes = running.getStore();
      if (notes) notes.statements += 1;
      series.statementDurations.observe(durationMs / 1000);
      if (hasFailed) series.failedStatements.inc();
    },

    countCall: createCallCounter(series),
    addGauge: (gauge) => addGauge(registry, gauge),
    addCounter: (counter) => addCounter(registry, counter),

    async snapshot() {
      handOver();
      return series.snapshot();
    },

    close: () => ofProcess.close(),
  };
}

function faceOf(path: string): string {
  if (path === '/graphql') return 'graphql';
  return /^\/(v2|pcm|catalogs?)(\/|$)/.test(path) ? 'rest' : 'other';
}
