import { type Context, ROOT_CONTEXT, SpanKind, trace } from '@opentelemetry/api';
import { TracerProvider } from '@opentelemetry/sdk-trace';
import { describe, expect, it } from 'vitest';
import { createSampling } from '../../src/tracing/sampling.ts';
import type { SamplerName } from '../../src/tracing/tracing-config.ts';

const parentWith = (traceFlags: number) =>
  trace.setSpanContext(ROOT_CONTEXT, {
    ...{ traceId: '0af7651916cd43dd8448eb211c80319c', spanId: 'b7ad6b7169203331' },
    ...{ traceFlags, isRemote: true },
  });
const parents: Readonly<Record<string, Context>> = {
  none: ROOT_CONTEXT,
  recorded: parentWith(1),
  unrecorded: parentWith(0),
};

/** How many of so many requests are recorded, as it is said before; each that is has a span that records. */
function countRecorded(sampler: SamplerName, parent: Context, requests: number): number {
  const sampling = createSampling({ sampler, ratio: 0.3 });
  const tracer = new TracerProvider(sampling).getTracer('test');
  let recorded = 0;
  for (let request = 0; request < requests; request += 1) {
    if (!sampling.willRecord(parent)) continue;
    const span = tracer.startSpan('GET', { kind: SpanKind.SERVER }, parent);
    expect(span.isRecording()).toBe(true);
    recorded += 1;
  }
  return recorded;
}

describe('whether a request is recorded', () => {
  it.each<[SamplerName, keyof typeof parents, boolean]>([
    ['always_on', 'unrecorded', true],
    ['always_off', 'recorded', false],
    ['traceidratio', 'recorded', false],
    ['parentbased_always_on', 'none', true],
    ['parentbased_always_on', 'unrecorded', false],
    ['parentbased_always_off', 'none', false],
    ['parentbased_always_off', 'recorded', true],
    ['parentbased_traceidratio', 'recorded', true],
    ['parentbased_traceidratio', 'unrecorded', false],
  ])('is said before its span is made, with %s and the parent %s: %s', (sampler, parent, isRecorded) => {
    expect(countRecorded(sampler, parents[parent] as Context, 20)).toBe(isRecorded ? 20 : 0);
  });

  it.each<SamplerName>(['traceidratio', 'parentbased_traceidratio'])(
    'is so for the share that is set, with %s',
    (name) => {
      const share = countRecorded(name, ROOT_CONTEXT, 10_000) / 10_000;
      expect(share).toBeGreaterThan(0.25);
      expect(share).toBeLessThan(0.35);
    },
  );
});
