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
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  type ReadableSpan,
  type Sampler,
  type SpanExporter,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import { attributes } from './attributes.ts';
import type { SamplerName, TracingConfig } from './tracing-config.ts';

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

/** `onExport`: told when spans can't be sent, and with null when they can be again. */
export function openExporter(config: TracingConfig, onExport: (error: Error | null) => void): OpenExporter {
  const { url, batching } = config;
  const exporter = reporting(new OTLPTraceExporter({ url }), onExport);
  const provider = new TracerProvider({
    resource: describeProcess(),
    sampler: createSampler(config),
    spanLimits: { attributeValueLengthLimit: maxAttributeLength },
    spanProcessors: [new BatchSpanProcessor({ exporter, ...batching })],
  });
  return {
    tracer: provider.getTracer(serviceName),
    async close() {
      const { promise: late, resolve } = Promise.withResolvers<void>();
      const timer = setTimeout(resolve, closeDeadlineMs);
      // Whether they were sent was told.
      await Promise.race([provider.shutdown().catch(() => {}), late]);
      clearTimeout(timer);
    },
  };
}

/** Each process is an instance of its own. */
function describeProcess() {
  const own = { [attributes.serviceName]: serviceName, [attributes.serviceInstance]: randomUUID() };
  const detectors = [resourceAttributesEnvDetector, serviceNameEnvDetector];
  return defaultResource().merge(resourceFromAttributes(own)).merge(detectResources({ detectors }));
}

function createSampler({ sampler, ratio }: TracingConfig): Sampler {
  const parentBased = (root: Sampler) => new ParentBasedSampler({ root });
  const samplers: Readonly<Record<SamplerName, () => Sampler>> = {
    always_on: () => new AlwaysOnSampler(),
    always_off: () => new AlwaysOffSampler(),
    traceidratio: () => new TraceIdRatioBasedSampler(ratio),
    parentbased_always_on: () => parentBased(new AlwaysOnSampler()),
    parentbased_always_off: () => parentBased(new AlwaysOffSampler()),
    parentbased_traceidratio: () => parentBased(new TraceIdRatioBasedSampler(ratio)),
  };
  return samplers[sampler]();
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
