/** The socket: time-outs, refusals of what is not HTTP, and a close that lets running requests finish. */
import { randomUUID } from 'node:crypto';
import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, Server as NetServer, type Socket } from 'node:net';
import { getRequestListener, RequestError } from '@hono/node-server';
import { toErrorBody } from '../http/http-problem.ts';
import type { Limits } from '../http/limits.ts';
import type { AnswerFromCache } from './answer-from-cache.ts';
import { type Fetch, writingWhole } from './write-response.ts';

export interface ListenOptions {
  readonly fetch: Fetch;
  /** Asked before `fetch` is. */
  readonly answerFromCache: AnswerFromCache;
  readonly host: string;
  readonly port: number;
  readonly limits: Pick<Limits, 'headerBytes' | 'headersMs' | 'requestMs'>;
}

export interface Listening {
  readonly port: number;
  /** No new connections; resolves when the running requests are answered, or cut off after the time given. */
  drain(timeoutMs: number): Promise<void>;
}

/** @throws Error with a sentence for people when the port is taken, or may not be used */
export async function listen({ fetch, answerFromCache, host, port, limits }: ListenOptions): Promise<Listening> {
  const answer = getRequestListener(writingWhole(fetch), {
    overrideGlobalObjects: false,
    errorHandler: answerUnreadable,
  });
  const server = createServer(
    {
      // Node's own refusal has no body; ours is below.
      requireHostHeader: false,
      maxHeaderSize: limits.headerBytes,
      headersTimeout: limits.headersMs,
      requestTimeout: Math.max(limits.requestMs, limits.headersMs),
      connectionsCheckingInterval: Math.min(1000, limits.headersMs / 2),
      keepAliveTimeout: 65_000,
    },
    refuseInvalid(async (request, response) => {
      if (!(await answerFromCache(request, response))) await answer(request, response);
    }),
  );
  server.on('clientError', (error, socket) => refuseClient(error, socket as Socket, limits.headerBytes));
  const running = trackRunning(server);
  await bind(server, host, port);
  return {
    port: (server.address() as AddressInfo).port,
    drain: (timeoutMs) => drain({ server, running, timeoutMs }),
  };
}

function bind(server: Server, host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE') {
        reject(new Error(`The port ${port} of ${host} is in use. Set PORT to another one, or stop what uses it.`));
      } else if (error.code === 'EACCES') {
        reject(new Error(`The port ${port} of ${host} may not be used by this user. Set PORT to another one.`));
      } else if (/^(EADDRNOTAVAIL|ENOTFOUND|EAI_AGAIN)$/.test(error.code ?? '')) {
        reject(new Error(`HOST must be an address or a name of this machine, but is '${host}'.`));
      } else reject(error);
    });
    server.listen(port, host, resolve);
  });
}

/** A request that can't be made into a URL: its Host is not one. */
function answerUnreadable(error: unknown): Response | undefined {
  if (!(error instanceof RequestError)) throw error;
  return new Response(invalidTarget, { status: 400, headers: refusalHeaders(invalidTarget) });
}

const invalidTarget = toErrorBody(400, 'Bad Request', 'The Host of the request, or its target, is not valid.');

/**
 * RFC 9112, section 3.2: two Hosts are refused, because a proxy before us may have believed the other one. RFC 9110, section
 * 4.2.4: so is a user or a password in the target, which would be logged as a part of it.
 */
function refuseInvalid(answer: (...asked: Parameters<RequestListener>) => Promise<void>): RequestListener {
  return (request, response: ServerResponse) => {
    const hasOneHost = (request.headersDistinct.host?.length ?? 0) <= 1;
    const hasUser = /^[a-z]+:\/\/[^/?#]*@/i.test(request.url ?? '');
    if (hasOneHost && !hasUser) return void answer(request, response);
    response.writeHead(400, { ...refusalHeaders(invalidTarget), Connection: 'close' }).end(invalidTarget);
  };
}

function refusalHeaders(body: string): Record<string, string> {
  return {
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': String(Buffer.byteLength(body)),
    'X-Content-Type-Options': 'nosniff',
    'X-Request-Id': randomUUID(),
  };
}

const refusals: Record<string, readonly [status: number, title: string, detail: string]> = {
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'Request Timeout', 'The request took too long to arrive.'],
};

/** What is not HTTP, or too much or too slow of it, never gets to be a request: the answer is written by hand. */
function refuseClient(error: NodeJS.ErrnoException, socket: Socket, headerBytes: number): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const tooLong = [
    431,
    'Request Header Fields Too Large',
    `The headers must not exceed ${headerBytes} bytes.`,
  ] as const;
  const known = error.code === 'HPE_HEADER_OVERFLOW' ? tooLong : refusals[error.code ?? ''];
  const [status, title, detail] = known ?? [400, 'Bad Request', 'The request is not valid HTTP.'];
  const body = toErrorBody(status, title, detail);
  const headers = { ...refusalHeaders(body), Connection: 'close' };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${status} ${title}\r\n${lines.join('')}\r\n${body}`);
}

/** The responses that are not finished. */
function trackRunning(server: Server): ReadonlySet<ServerResponse> {
  const running = new Set<ServerResponse>();
  server.prependListener('request', (_request, response) => {
    running.add(response);
    response.once('close', () => running.delete(response));
  });
  return running;
}

interface DrainOptions {
  readonly server: Server;
  readonly running: ReadonlySet<ServerResponse>;
  readonly timeoutMs: number;
}

/**
 * How long a connection that does nothing stays open: its client may be sending a request that it would have to send again.
 * Each answer says by now that it is the last one of its connection.
 */
const idleGraceMs = 1000;

function drain({ server, running, timeoutMs }: DrainOptions): Promise<void> {
  const sayLast = (response: ServerResponse) => {
    if (!response.headersSent) response.setHeader('Connection', 'close');
  };
  server.prependListener('request', (_request, response) => sayLast(response));
  running.forEach(sayLast);
  return new Promise((resolve) => {
    const cutOff = setTimeout(() => server.closeAllConnections(), timeoutMs);
    const timers: NodeJS.Timeout[] = [cutOff];
    // What was answered in pieces is closed when the last piece has gone.
    const closeIdle = () => timers.push(setInterval(() => server.closeIdleConnections(), 50));
    timers.push(setTimeout(closeIdle, Math.min(idleGraceMs, timeoutMs / 2)));
    stopListening(server, () => {
      timers.forEach(clearTimeout);
      resolve();
    });
  });
}

/** NOTE: an HTTP server's own `close` closes idle connections, too, and at once. */
function stopListening(server: Server, onClosed: () => void): void {
  NetServer.prototype.close.call(server, onClosed);
}
