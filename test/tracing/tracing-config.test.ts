import { describe, expect, it } from 'vitest';
import { ConfigError, readConfig } from '../../src/config.ts';

const endpoint = 'http://collector:4318';
const tracingOf = (environment: Readonly<Record<string, string>>) => readConfig(environment).tracing;

describe('traces', () => {
  it.each<[string, Record<string, string>, string | null]>([
    ['unset', {}, null],
    ['a name alone', { OTEL_SERVICE_NAME: 'shop' }, null],
    ['an endpoint', { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint }, `${endpoint}/v1/traces`],
    ['an endpoint below a path', { OTEL_EXPORTER_OTLP_ENDPOINT: `${endpoint}/otlp/` }, `${endpoint}/otlp/v1/traces`],
    ['one of traces', { OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: `${endpoint}/here` }, `${endpoint}/here`],
    [
      'both',
      { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://other', OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: `${endpoint}/here` },
      `${endpoint}/here`,
    ],
    ['an exporter alone', { OTEL_TRACES_EXPORTER: 'otlp' }, 'http://localhost:4318/v1/traces'],
    ['no exporter', { OTEL_TRACES_EXPORTER: 'none', OTEL_EXPORTER_OTLP_ENDPOINT: endpoint }, null],
    ['no SDK', { OTEL_SDK_DISABLED: 'true', OTEL_EXPORTER_OTLP_ENDPOINT: endpoint }, null],
  ])('are sent where the variables say: %s', (_, environment, url) => {
    expect(tracingOf(environment)?.url ?? null).toBe(url);
  });

  it('are all recorded unless a sampler is set, and their headers are read and sent', () => {
    expect(tracingOf({ OTEL_EXPORTER_OTLP_ENDPOINT: endpoint })).toEqual({
      url: `${endpoint}/v1/traces`,
      sampler: 'parentbased_always_on',
      ratio: 1,
      propagates: true,
      batching: {
        scheduledDelayMillis: 5000,
        exportTimeoutMillis: 30_000,
        maxQueueSize: 2048,
        maxExportBatchSize: 512,
      },
    });
    const few = { OTEL_TRACES_SAMPLER: 'parentbased_traceidratio', OTEL_TRACES_SAMPLER_ARG: '0.01' };
    expect(tracingOf({ OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, ...few })).toMatchObject({
      sampler: 'parentbased_traceidratio',
      ratio: 0.01,
    });
  });

  it.each([
    ['tracecontext', true],
    ['b3, tracecontext', true],
    ['baggage', false],
    ['none', false],
  ])('go on by W3C Trace Context alone: OTEL_PROPAGATORS=%s', (OTEL_PROPAGATORS, propagates) => {
    const config = tracingOf({ OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_PROPAGATORS });
    expect(config?.propagates).toBe(propagates);
  });

  it.each([
    ['OTEL_EXPORTER_OTLP_ENDPOINT', 'collector:4318', 'must be a URL that starts with http:// or https://.'],
    ['OTEL_EXPORTER_OTLP_ENDPOINT', 'http://user:hunter2@collector', 'must not hold a user or a password.'],
    ['OTEL_EXPORTER_OTLP_PROTOCOL', 'grpc', "must be one of http/protobuf, but is 'grpc'."],
    ['OTEL_EXPORTER_OTLP_TRACES_PROTOCOL', 'http/json', "must be one of http/protobuf, but is 'http/json'."],
    ['OTEL_TRACES_EXPORTER', 'zipkin', "must be one of otlp, none, but is 'zipkin'."],
    ['OTEL_TRACES_SAMPLER_ARG', '1%', "must be a number from 0 to 1, but is '1%'."],
    ['OTEL_TRACES_SAMPLER_ARG', '2', "must be a number from 0 to 1, but is '2'."],
    [
      'OTEL_TRACES_SAMPLER',
      'jaeger_remote',
      "must be one of always_on, always_off, traceidratio, parentbased_always_on, parentbased_always_off, parentbased_traceidratio, but is 'jaeger_remote'.",
    ],
    ['OTEL_BSP_MAX_QUEUE_SIZE', '0', "must be a whole number from 1 to 100000, but is '0'."],
  ])('are a fault: %s=%s', (name, value, fault) => {
    expect(() => readConfig({ [name]: value })).toThrow(new ConfigError(`${name} ${fault}`));
  });
});
