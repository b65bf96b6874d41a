/** `traceparent` and `tracestate` (w3.org/TR/trace-context): those of a client, and those for the platform. */
import { type Context, ROOT_CONTEXT } from '@opentelemetry/api';
import { W3CTraceContextPropagator } from '@opentelemetry/core';

export interface TraceHeaders {
  /** Whether the platform is told of traces. */
  readonly areSent: boolean;
  /** Null: the client has said nothing of a trace, or nothing that can be read. */
  read(headers: { get(name: string): string | null }): Context | null;
  write(context: Context): Record<string, string>;
}

const propagator = new W3CTraceContextPropagator();

export function createTraceHeaders(propagates: boolean, hasUpstream: boolean): TraceHeaders {
  return {
    areSent: propagates && hasUpstream,
    read(headers) {
      if (!propagates || headers.get('traceparent') === null) return null;
      return propagator.extract(ROOT_CONTEXT, headers, {
        keys: () => propagator.fields(),
        get: (carrier, name) => carrier.get(name) ?? undefined,
      });
    },
    write(context) {
      const written: Record<string, string> = {};
      if (!propagates) return written;
      propagator.inject(context, written, {
        set(carrier, name, value) {
          carrier[name] = value;
        },
      });
      return written;
    },
  };
}
