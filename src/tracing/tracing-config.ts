/**
 * Whether and how requests are traced, by OpenTelemetry's own variables (opentelemetry.io/docs/specs/otel/configuration/sdk-environment-variables).
 * What concerns the way to the collector alone the exporter reads itself: OTEL_EXPORTER_OTLP_HEADERS, _TIMEOUT, _COMPRESSION, _CERTIFICATE,
 * _CLIENT_CERTIFICATE and _CLIENT_KEY, and their _TRACES_ forms; and so does the resource: OTEL_SERVICE_NAME, OTEL_RESOURCE_ATTRIBUTES.
 */
import { excerpt } from '../domain/errors.ts';
import type { Reader } from '../environment-reader.ts';

export interface TracingConfig {
  /** Where spans are sent. */
  readonly url: string;
  readonly sampler: SamplerName;
  /** Of the samplers that have one: the share of traces that are recorded. */
  readonly ratio: number;
  /** Whether `traceparent` is read, and sent on. */
  readonly propagates: boolean;
  readonly batching: Batching;
}

/** Of spans that wait to be sent: what exceeds the queue is dropped. */
export interface Batching {
  readonly scheduledDelayMillis: number;
  readonly exportTimeoutMillis: number;
  readonly maxQueueSize: number;
  readonly maxExportBatchSize: number;
}

const samplers = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const;
export type SamplerName = (typeof samplers)[number];

const defaultEndpoint = 'http://localhost:4318';

/** Null: nothing is traced. */
export function readTracing(read: Reader, faults: string[]): TracingConfig | null {
  const isDisabled = read.flag('OTEL_SDK_DISABLED', false);
  const isSet = read.text('OTEL_TRACES_EXPORTER', '') !== '';
  const exporter = read.oneOf('OTEL_TRACES_EXPORTER', ['otlp', 'none'], 'otlp');
  const [common, own] = [read.webUrl('OTEL_EXPORTER_OTLP_ENDPOINT'), read.webUrl('OTEL_EXPORTER_OTLP_TRACES_ENDPOINT')];
  const config = {
    url: own ?? `${(common ?? defaultEndpoint).replace(/\/$/, '')}/v1/traces`,
    sampler: read.oneOf('OTEL_TRACES_SAMPLER', samplers, 'parentbased_always_on'),
    ratio: readRatio(read, faults),
    propagates: readPropagators(read),
    batching: readBatching(read),
  };
  for (const name of ['OTEL_EXPORTER_OTLP_TRACES_PROTOCOL', 'OTEL_EXPORTER_OTLP_PROTOCOL']) {
    read.oneOf(name, ['http/protobuf'], 'http/protobuf');
  }
  const isOn = exporter === 'otlp' && (isSet || common !== null || own !== null);
  return isOn && !isDisabled ? config : null;
}

function readRatio({ text }: Reader, faults: string[]): number {
  const argument = text('OTEL_TRACES_SAMPLER_ARG', '1');
  const ratio = Number(argument);
  if (ratio >= 0 && ratio <= 1) return ratio;
  faults.push(`OTEL_TRACES_SAMPLER_ARG must be a number from 0 to 1, but is '${excerpt(argument)}'.`);
  return 1;
}

/** Of all there are, one is read and sent: baggage is for whoever wrote it. */
function readPropagators({ text }: Reader): boolean {
  const names = text('OTEL_PROPAGATORS', 'tracecontext').split(',');
  return names.some((name) => name.trim() === 'tracecontext');
}

function readBatching({ integer }: Reader): Batching {
  return {
    scheduledDelayMillis: integer('OTEL_BSP_SCHEDULE_DELAY', 5000, { min: 10, max: 600_000 }),
    exportTimeoutMillis: integer('OTEL_BSP_EXPORT_TIMEOUT', 30_000, { min: 10, max: 600_000 }),
    maxQueueSize: integer('OTEL_BSP_MAX_QUEUE_SIZE', 2048, { min: 1, max: 100_000 }),
    maxExportBatchSize: integer('OTEL_BSP_MAX_EXPORT_BATCH_SIZE', 512, { min: 1, max: 10_000 }),
  };
}
