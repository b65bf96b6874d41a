/**
 * The way of spans out of the process: OpenTelemetry's SDK, which sends them in batches beside the requests. A collector that is slow or gone
 * holds up nobody: what does not fit into the queue is dropped.
 */
import { randomUUID } from 'node:crypto';
import type { Tracer } from '@opentelemetry/api';
import { type ExportResult, ExportResultCode } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto';
import {
  defaultResource,
  detectResources,
  resourceAttributesEnvDetector,
  resourceFromAttributes,
  serviceNameEnvDetector,
} from '@opentelemetry/resources';
import { BatchSpanProcessor, type ReadableSpan, type SpanExporter, TracerProvider } from '@opentelemetry/sdk-trace';
import { within } from '../lib/within.ts';
import { attributes } from './attributes.ts';
import type { Sampling } from './sampling.ts';
import type { TracingConfig } from './tracing-config.ts';

export interface OpenExporter {
  readonly tracer: Tracer;
  /** Sends what waits. Resolves after a second at the latest. */
  close(): Promise<void>;
}

const serviceName = 'commerce-graphql-gateway';

/** A statement of ours takes less. */
const maxAttributeLength = 4000;

/** For the last spans: a stop waits for no collector. */
const closeDeadlineMs = 1000;

export interface OpenExporterOptions extends Pick<TracingConfig, 'url' | 'batching'> {
  readonly sampling: Sampling;
  /** Told when spans can't be sent, and with null when they can be again. */
  readonly onExport: (error: Error | null) => void;
}

export function openExporter({ url, batching, sampling, onExport }: OpenExporterOptions): OpenExporter {
  const exporter = reporting(new OTLPTraceExporter({ url }), onExport);
  const provider = new TracerProvider({
    resource: describeProcess(),
    ...{ sampler: sampling.sampler, idGenerator: sampling.idGenerator },
    spanLimits: { attributeValueLengthLimit: maxAttributeLength },
    spanProcessors: [new BatchSpanProcessor({ exporter, ...batching })],
  });
  return {
    tracer: provider.getTracer(serviceName),
    async close() {
      const late = () => new Error('The collector takes too long.');
      // Whether they were sent was told.
      await within(closeDeadlineMs, provider.shutdown(), late).catch(() => {});
    },
  };
}

/** Each process is an instance of its own. */
function describeProcess() {
  const own = { [attributes.serviceName]: serviceName, [attributes.serviceInstance]: randomUUID() };
  const detectors = [resourceAttributesEnvDetector, serviceNameEnvDetector];
  return defaultResource().merge(resourceFromAttributes(own)).merge(detectResources({ detectors }));
}

/** Tells of the first of several failures, and of the end of them. */
function reporting(exporter: SpanExporter, onExport: (error: Error | null) => void): SpanExporter {
  let hasFailed = false;
  const report = ({ code, error }: ExportResult) => {
    const fails = code !== ExportResultCode.SUCCESS;
    if (fails !== hasFailed) onExport(fails ? (error ?? new Error('The collector refused them.')) : null);
    hasFailed = fails;
  };
  return {
    export(spans: ReadableSpan[], done: (result: ExportResult) => void) {
      exporter.export(spans, (result) => {
        report(result);
        done(result);
      });
    },
    shutdown: () => exporter.shutdown(),
  };
}
