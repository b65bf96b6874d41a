/** What every request goes through, whatever it is for: limits, CORS, compression, the headers of each response, a line in the log. */
import { randomUUID } from 'node:crypto';
import { type CorsOptions, createCorsHeaders } from '../http/cors.ts';
import type { HttpRequest, HttpResponse, WatchRequest } from '../http/http-exchange.ts';
import { HttpProblem } from '../http/http-problem.ts';
import { createRequestNotes, type RequestNotes } from '../http/request-notes.ts';
import { compressResponse } from './compress-response.ts';
import { type Counted, rateLimitHeaders } from './counted.ts';
import { isHealthCheck } from './health.ts';
import type { RateLimit } from './rate-limit.ts';
import { type ReportBug, refuse } from './refuse.ts';
import type { BodyTurns, RequestQueue } from './request-queue.ts';
import { createRoutes, type RoutesOptions } from './routes.ts';

export interface HttpAppOptions extends RoutesOptions, CorsOptions {
  /** Where requests wait while others are at work; absent: none waits. */
  readonly queue?: RequestQueue;
  /** Refuses requests that come too fast; absent: none does. */
  readonly rateLimit?: RateLimit;
  /** Told of each response. */
  readonly onAnswered: (answer: Answer, notes: RequestNotes) => void;
  /** Absent: nobody watches. */
  readonly watch?: WatchRequest;
}

export interface Answer {
  readonly requestId: string;
  /** Empty, as the path is, where what came was no HTTP. */
  readonly method: string;
  readonly path: string;
  readonly status: number;
  readonly durationMs: number;
}

export interface HttpApp {
  /** Never rejects. */
  respond(request: HttpRequest): Promise<HttpResponse>;
  /** A client has connected. */
  noteConnection(): void;
  /** Counts and logs what never became a request and was refused with that status. Returns its id. */
  noteRefused(socketAddress: string, status: number): string;
  /** Where requests wait with their bodies; null: none waits. */
  readonly bodies: BodyTurns | null;
  /** Told of a response that can't be written. */
  readonly reportBug: ReportBug;
}

const unwatched: WatchRequest = (_request, respond) => respond();

export function createHttpApp(options: HttpAppOptions): HttpApp {
  const { queue, rateLimit, reportBug, onAnswered, watch = unwatched } = options;
  const corsHeaders = createCorsHeaders(options);
  const routes = createRoutes(options);
  const route = rateLimit?.countingLogins(routes) ?? routes;

  async function respond(request: HttpRequest): Promise<HttpResponse> {
    let counted: readonly Counted[] = [];
    let response: HttpResponse;
    try {
      if (!isHealthCheck(request)) {
        // Before the rate limits count it: a request that is refused here has not come too fast.
        const turn = queue?.enter();
        if (turn) await turn;
        const counting = rateLimit?.count(request) ?? [];
        counted = counting instanceof Promise ? await counting : counting;
      }
      if (request.fault !== null) throw new HttpProblem(400, request.fault, { Connection: 'close' });
      response = await route(request);
    } catch (error) {
      response = isTooMuch(error) && isPreflight(request) ? answered : refuse(error, request, reportBug);
    }
    const compressing = compressResponse(response, request);
    const { status, headers, body } = compressing ? await compressing : response;
    // What is refused is a response, too, which says how many requests are left.
    return { status, headers: withRateLimit(headers, counted), body };
  }

  return {
    ...{ reportBug, bodies: queue?.bodies ?? null },
    noteConnection: () => queue?.noteConnection(),

    async respond(request) {
      const start = performance.now();
      const { status, headers, body } = await watch(request, () => respond(request));
      const { id, method, path, notes } = request;
      onAnswered({ requestId: id, method, path, status, durationMs: msSince(start) }, notes);
      const common = { ...headers, 'x-request-id': id, 'x-content-type-options': 'nosniff' };
      const cors = corsHeaders(request);
      return { status, headers: cors ? withCors(common, cors) : common, body };
    },

    noteRefused(socketAddress, status) {
      const requestId = randomUUID();
      rateLimit?.countRefused(socketAddress);
      onAnswered({ requestId, method: '', path: '', status, durationMs: 0 }, createRequestNotes());
      return requestId;
    },
  };
}

const answered: HttpResponse = { status: 204, headers: {}, body: null };

function isTooMuch(error: unknown): boolean {
  return error instanceof HttpProblem && (error.status === 429 || error.status === 503);
}

/**
 * What a browser requests by itself before it sends a page's request. Refused, it sends none, and the page hears of no status and no `Retry-After`:
 * it is refused what it wants to send.
 */
function isPreflight({ method, headers }: HttpRequest): boolean {
  return method === 'OPTIONS' && headers.get('access-control-request-method') !== null;
}

/** To a tenth of a millisecond. */
function msSince(start: number): number {
  return Math.round((performance.now() - start) * 10) / 10;
}

/** NOTE: V8 copies the first object of a literal at once, and the members of others one by one. */
function withRateLimit(headers: HttpResponse['headers'], counted: readonly Counted[]): HttpResponse['headers'] {
  const limits = rateLimitHeaders(counted);
  if (!limits) return headers;
  return { ...headers, 'ratelimit-policy': limits['ratelimit-policy'], ratelimit: limits.ratelimit };
}

function withCors(headers: HttpResponse['headers'], cors: HttpResponse['headers']): HttpResponse['headers'] {
  const vary = [headers.vary, cors.vary].filter(Boolean).join(', ');
  return { ...headers, ...cors, ...(vary && { vary }) };
}
