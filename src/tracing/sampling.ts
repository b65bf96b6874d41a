/**
 * Whether a request is recorded, decided before anything is made of it. Of those that are not, the id of the trace that they might have been is all
 * that is made: spans that record nothing take their time, too.
 */
import { type Context, SpanKind, trace } from '@opentelemetry/api';
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  type IdGenerator,
  ParentBasedSampler,
  RandomIdGenerator,
  type Sampler,
  SamplingDecision,
  TraceIdRatioBasedSampler,
} from '@opentelemetry/sdk-trace';
import type { SamplerName, TracingConfig } from './tracing-config.ts';

export interface Sampling {
  readonly sampler: Sampler;
  /** Of the spans that the sampler decides about. */
  readonly idGenerator: IdGenerator;
  /** Whether the next span of a request will be recorded, with that parent. */
  willRecord(parent: Context): boolean;
}

export function createSampling(config: Pick<TracingConfig, 'sampler' | 'ratio'>): Sampling {
  const sampler = createSampler(config);
  const ids = new RandomIdGenerator();
  // What the sampler will decide about next, so that the decision can be known before.
  let nextTraceId = ids.generateTraceId();
  const generateTraceId = () => {
    const traceId = nextTraceId;
    nextTraceId = ids.generateTraceId();
    return traceId;
  };
  return {
    sampler,
    idGenerator: { generateTraceId, generateSpanId: ids.generateSpanId },
    willRecord(parent) {
      const traceId = trace.getSpanContext(parent)?.traceId ?? nextTraceId;
      const { decision } = sampler.shouldSample(parent, traceId, '', SpanKind.SERVER, {}, []);
      if (decision === SamplingDecision.RECORD_AND_SAMPLED) return true;
      generateTraceId();
      return false;
    },
  };
}

function createSampler({ sampler, ratio }: Pick<TracingConfig, 'sampler' | 'ratio'>): Sampler {
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
