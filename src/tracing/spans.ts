/**
 * What is recorded of a request: its own span, and within it those of its parts, however they are awaited. What nobody requested has none,
 * and a span that has ended takes no parts any more: what goes on after a response, a subscription's events too, is not recorded.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { type Context, type Span, type SpanOptions, SpanStatusCode, type Tracer, trace } from '@opentelemetry/api';
import { attributes } from './attributes.ts';

export interface Spans {
  /** Runs it, and all that it awaits, as parts of the span of that context. */
  within<Result>(context: Context, run: () => Result): Result;
  /** The context of the span that runs now; null: nothing here is traced. */
  running(): Context | null;
  /** Runs it as a part of what is recorded now. `run` gets its span; null: it is not recorded. */
  record<Result>(name: string, options: SpanOptions, run: (span: Span | null) => Result): Result;
  /** A part that has just ended. */
  recordPast(durationMs: number, describe: () => PastPart): void;
}

export interface PastPart {
  readonly name: string;
  readonly options: SpanOptions;
  /** Null: it was done. */
  readonly errorType: string | null;
}

export function createSpans(tracer: Tracer): Spans {
  const contexts = new AsyncLocalStorage<Context>();

  function recorded(): Context | null {
    const context = contexts.getStore();
    return context && trace.getSpan(context)?.isRecording() ? context : null;
  }

  return {
    within: (context, run) => contexts.run(context, run),
    running: () => contexts.getStore() ?? null,

    record(name, options, run) {
      const parent = recorded();
      if (!parent) return run(null);
      const span = tracer.startSpan(name, options, parent);
      return contexts.run(trace.setSpan(parent, span), () => endAfter(span, () => run(span)));
    },

    recordPast(durationMs, describe) {
      const parent = recorded();
      if (!parent) return;
      const { name, options, errorType } = describe();
      const now = Date.now();
      const span = tracer.startSpan(name, { ...options, startTime: now - durationMs }, parent);
      if (errorType !== null) noteError(span, errorType);
      span.end(now);
    },
  };
}

/** Ends the span when the result is there, or has failed. */
function endAfter<Result>(span: Span, run: () => Result): Result {
  const fail = (error: unknown) => {
    noteError(span, errorTypeOf(error));
    span.end();
    throw error;
  };
  try {
    const result = run();
    if (result instanceof Promise) {
      return result.then((value) => {
        span.end();
        return value;
      }, fail) as Result;
    }
    span.end();
    return result;
  } catch (error) {
    return fail(error);
  }
}

export function noteError(span: Span, type: string): void {
  span.setAttribute(attributes.errorType, type);
  span.setStatus({ code: SpanStatusCode.ERROR });
}

/** A code or the name of a class. Never a message: these quote what was sent, or stored. */
export function errorTypeOf(error: unknown): string {
  if (!(error instanceof Error)) return '_OTHER';
  const code = 'code' in error ? String(error.code) : '';
  return [code, error.name].find((name) => /^\w{1,40}$/.test(name)) ?? '_OTHER';
}
