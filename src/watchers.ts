/**
 * Who is told of requests, statements and calls of the platform: the log of each request, metrics and traces where somebody looks. Their
 * libraries are loaded there alone, and nobody else pays for them.
 */
import type { Logger } from 'pino';
import type { Config } from './config.ts';
import type { Services } from './domain/ports.ts';
import type { GraphQLHandlerOptions } from './graphql/execution/handler-options.ts';
import { unwatched } from './graphql/execution/watch-step.ts';
import type { Metrics } from './metrics/metrics.ts';
import { createAnswerLog } from './server/answer-log.ts';
import { isHealthCheck } from './server/health.ts';
import type { HttpAppOptions } from './server/http-app.ts';
import type { StorageOptions } from './storage/open-stores.ts';
import type { Tracing } from './tracing/tracing.ts';
import type { OpenUpstreamOptions } from './upstream/client/open-upstream.ts';

export interface Watchers {
  /** Null: nothing is counted. */
  readonly metrics: Metrics | null;
  /** Null: nothing is traced. */
  readonly tracing: Tracing | null;
  readonly ofRequests: Pick<HttpAppOptions, 'onAnswered' | 'watch'>;
  readonly ofOperations: Pick<GraphQLHandlerOptions, 'watchStep'>;
  readonly ofStatements: Pick<StorageOptions, 'onStatement'>;
  readonly ofCalls: Pick<OpenUpstreamOptions, 'watchCall'>;
  ofServices(services: Services): Services;
}

export async function openWatchers(config: Config, log: Logger): Promise<Watchers> {
  const metrics = config.metrics && (await import('./metrics/metrics.ts')).createMetrics();
  const tracing = await openTracing(config, log);
  return {
    ...{ metrics, tracing },
    ofRequests: { onAnswered: tellOfAnswers(log, metrics), ...(tracing && { watch: tracing.watchRequest }) },
    ofOperations: watchSteps(metrics, tracing),
    ofStatements: metrics || tracing ? { onStatement: tellOfStatements(metrics, tracing) } : {},
    ofCalls: watchCalls(metrics, tracing),
    ofServices: (services) => tracing?.watchServices(services) ?? services,
  };
}

async function openTracing({ tracing: config, databaseUrl, upstream }: Config, log: Logger): Promise<Tracing | null> {
  if (!config) return null;
  const { createTracing } = await import('./tracing/tracing.ts');
  return createTracing({
    config,
    database: databaseUrl === null ? 'sqlite' : 'postgresql',
    platform: upstream && new URL(upstream.url),
    onExport(err) {
      if (err) log.warn({ err }, 'traces can not be sent to the collector: those that wait for too long are dropped');
      else log.info('traces are sent to the collector again');
    },
  });
}

type StatementEvent = Parameters<NonNullable<StorageOptions['onStatement']>>[0];

function tellOfAnswers(log: Logger, metrics: Metrics | null): HttpAppOptions['onAnswered'] {
  const logAnswer = createAnswerLog(log);
  return (answer, notes) => {
    logAnswer(answer, notes.traceId);
    // Orchestrators check far more often than a small shop's clients come, and count as none of them.
    if (!isHealthCheck(answer)) metrics?.onAnswered(answer, notes);
  };
}

/** What is cached already takes no steps, and is watched by nobody here. */
function watchSteps(metrics: Metrics | null, tracing: Tracing | null): Watchers['ofOperations'] {
  if (!metrics) return tracing ? { watchStep: tracing.watchStep } : {};
  const { watchStep = unwatched } = tracing ?? {};
  return {
    watchStep(step, run) {
      const watched = () => watchStep(step, run);
      return step.operation ? metrics.watchOperation(step.operation.notes, watched) : watched();
    },
  };
}

function watchCalls(metrics: Metrics | null, tracing: Tracing | null): Watchers['ofCalls'] {
  if (!metrics) return tracing ? { watchCall: tracing.watchCall } : {};
  if (!tracing) return { watchCall: (request, send) => metrics.countCall(() => send(request)) };
  return { watchCall: (request, send) => metrics.countCall(() => tracing.watchCall(request, send)) };
}

function tellOfStatements(metrics: Metrics | null, tracing: Tracing | null) {
  return (event: StatementEvent): void => {
    const { level, query, queryDurationMillis: durationMs } = event;
    metrics?.onStatement(durationMs, level === 'error');
    tracing?.onStatement({ sql: query.sql, durationMs, ...(level === 'error' && { error: event.error }) });
  };
}
