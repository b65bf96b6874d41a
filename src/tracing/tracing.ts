/** Traces of requests, sent to an OpenTelemetry collector. */

import type { WatchRequest } from '../http/http-exchange.ts';
import { createCallSpans, type WatchCall } from './call-spans.ts';
import { openExporter } from './open-exporter.ts';
import { createOperationSpans, type WatchStep } from './operation-spans.ts';
import { createRequestSpans } from './request-spans.ts';
import { createSampling } from './sampling.ts';
import { watchServices } from './service-spans.ts';
import { createSpans } from './spans.ts';
import { createStatementSpans, type DatabaseSystem, type EndedStatement } from './statement-spans.ts';
import { createTraceHeaders } from './trace-headers.ts';
import type { TracingConfig } from './tracing-config.ts';

export interface Tracing {
  readonly watchRequest: WatchRequest;
  readonly watchStep: WatchStep;
  readonly watchCall: WatchCall;
  watchServices<Services extends object>(services: Services): Services;
  onStatement(statement: EndedStatement): void;
  /** Sends what waits. Resolves after a second at the latest. */
  close(): Promise<void>;
}

export interface TracingOptions {
  readonly config: TracingConfig;
  readonly database: DatabaseSystem;
  /** The platform behind the gateway; null: there is none. */
  readonly platform: URL | null;
  /** Told when spans can't be sent, and with null when they can be again. */
  readonly onExport: (error: Error | null) => void;
}

export function createTracing({ config, database, platform, onExport }: TracingOptions): Tracing {
  const sampling = createSampling(config);
  const { tracer, close } = openExporter({ ...config, sampling, onExport });
  const spans = createSpans(tracer);
  const headers = createTraceHeaders(config.propagates, platform !== null);
  return {
    watchRequest: createRequestSpans({ tracer, sampling, spans, headers }),
    watchStep: createOperationSpans(spans),
    watchCall: platform ? createCallSpans({ spans, headers, platform }) : (call, send) => send(call),
    watchServices: (services) => watchServices(services, spans),
    onStatement: createStatementSpans(spans, database),
    close,
  };
}
