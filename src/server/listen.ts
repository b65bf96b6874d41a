/** The socket: time-outs, refusals of what is not HTTP, and a close that lets running requests finish. */
import { randomUUID } from 'node:crypto';
import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { getRequestListener, RequestError } from '@hono/node-server';
import { toErrorBody } from './http-problem.ts';

export interface ListenOptions {
  readonly fetch: (request: Request) => Response | Promise<Response>;
  readonly host: string;
  readonly port: number;
  /** How long a client may take for its headers. Node's default of a minute invites slow clients. */
  readonly headersTimeoutMs?: number;
  /** How long a client may take for the whole request. */
  readonly requestTimeoutMs?: number;
}

export interface Listening {
  readonly port: number;
  /** No new connections; resolves when the running requests are answered, or cut off after the time given. */
  drain(timeoutMs: number): Promise<void>;
}

const maxHeaderBytes = 65_536;

/** @throws Error with a sentence for people when the port is taken, or may not be used */
export async function listen(options: ListenOptions): Promise<Listening> {
  const { fetch, host, port, headersTimeoutMs = 10_000, requestTimeoutMs = 30_000 } = options;
  const answer = getRequestListener(fetch, { overrideGlobalObjects: false, errorHandler: answerUnreadable });
  const server = createServer(
    {
      // Node's own refusal has no body; ours is below.
      requireHostHeader: false,
      maxHeaderSize: maxHeaderBytes,
      headersTimeout: headersTimeoutMs,
      requestTimeout: requestTimeoutMs,
      connectionsCheckingInterval: Math.min(1000, headersTimeoutMs / 2),
      keepAliveTimeout: 65_000,
    },
    refuseManyHosts(answer),
  );
  server.on('clientError', refuseClient);
  await bind(server, host, port);
  return {
    port: (server.address() as AddressInfo).port,
    drain: (timeoutMs) => drain(server, timeoutMs),
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

/** RFC 9112, section 3.2: two Hosts are refused, because a proxy before us may have believed the other one. */
function refuseManyHosts(answer: (...asked: Parameters<RequestListener>) => Promise<void>): RequestListener {
  return (request, response: ServerResponse) => {
    if ((request.headersDistinct.host?.length ?? 0) <= 1) return void answer(request, response);
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
  HPE_HEADER_OVERFLOW: [431, 'Request Header Fields Too Large', `The headers must not exceed ${maxHeaderBytes} bytes.`],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'Request Timeout', 'The request took too long to arrive.'],
};

/** What is not HTTP, or too much or too slow of it, never gets to be a request: the answer is written by hand. */
function refuseClient(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const [status, title, detail] = refusals[error.code ?? ''] ?? [400, 'Bad Request', 'The request is not valid HTTP.'];
  const body = toErrorBody(status, title, detail);
  const headers = { ...refusalHeaders(body), Connection: 'close' };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${status} ${title}\r\n${lines.join('')}\r\n${body}`);
}

function drain(server: Server, timeoutMs: number): Promise<void> {
  return new Promise((resolve) => {
    const cutOff = setTimeout(() => server.closeAllConnections(), timeoutMs);
    // A connection that is kept alive is closed once the answer that is running has gone.
    const closeIdle = setInterval(() => server.closeIdleConnections(), 50);
    server.prependListener('request', (_request, response) => response.setHeader('Connection', 'close'));
    server.close(() => {
      clearTimeout(cutOff);
      clearInterval(closeIdle);
      resolve();
    });
    server.closeIdleConnections();
  });
}
