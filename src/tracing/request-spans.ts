/** The span of a request as a server's: its parent is the client's, where one was sent. */
import {
  type Attributes,
  type Context,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  type Tracer,
  trace,
} from '@opentelemetry/api';
import { clientErrorOutcomes } from '../http/error-outcomes.ts';
import type { HttpRequest, WatchRequest } from '../http/http-exchange.ts';
import { attributes } from './attributes.ts';
import type { Sampling } from './sampling.ts';
import { noteError, type Spans } from './spans.ts';
import type { TraceHeaders } from './trace-headers.ts';

export interface RequestSpansOptions {
  readonly tracer: Tracer;
  readonly sampling: Pick<Sampling, 'willRecord'>;
  readonly spans: Spans;
  readonly headers: TraceHeaders;
}

export function createRequestSpans({ tracer, sampling, spans, headers }: RequestSpansOptions): WatchRequest {
  return (request, respond) => {
    // A probe comes every second, and tells nothing.
    if (request.path.startsWith('/health/')) return respond();
    const parent = headers.read(request.headers) ?? ROOT_CONTEXT;
    // Nothing is made for those that are not recorded, unless the platform is told so.
    if (!headers.areSent && !sampling.willRecord(parent)) return respond();
    const method = methodOf(request);
    const span = tracer.startSpan(method, { kind: SpanKind.SERVER }, parent);
    const context: Context = trace.setSpan(parent, span);
    if (!span.isRecording()) return spans.within(context, respond);
    request.notes.traceId = span.spanContext().traceId;
    return spans.within(context, async () => {
      try {
        const response = await respond();
        describe(span, { request, method, status: response.status });
        return response;
      } finally {
        span.end();
      }
    });
  };
}

const methods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS', 'PATCH']);

/** A client may make up one for each request. */
function methodOf({ method }: HttpRequest): string {
  return methods.has(method) ? method : 'HTTP';
}

interface Answered {
  readonly request: HttpRequest;
  readonly method: string;
  readonly status: number;
}

function describe(span: Span, { request, method, status }: Answered): void {
  const { route, code } = request.notes;
  if (route !== null) span.updateName(`${method} ${route}`);
  span.setAttributes({
    [attributes.requestMethod]: method === 'HTTP' ? '_OTHER' : method,
    [attributes.scheme]: 'http',
    [attributes.path]: request.path,
    [attributes.responseStatus]: status,
    [attributes.requestId]: request.id,
    ...(route !== null && { [attributes.route]: route }),
    ...(code !== null && { [attributes.errorCode]: code }),
    ...workOf(request),
  });
  // What a client did wrong is no error of the server; a response with data in it may hold one.
  if (status >= 500) noteError(span, String(status));
  else if (code !== null && clientErrorOutcomes[code].status >= 500) noteError(span, code);
}

function workOf({ notes: { work, isCached } }: HttpRequest): Attributes {
  return {
    ...(isCached !== null && { [attributes.isCached]: isCached }),
    ...(work && {
      [attributes.requestedCost]: work.requested,
      [attributes.actualCost]: work.actual,
      [attributes.batches]: work.batches,
    }),
  };
}
