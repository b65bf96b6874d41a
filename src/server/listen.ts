/** The socket: time-outs, refusals of what is not HTTP, and a close that lets running requests finish. */
import { createServer, type Server } from 'node:http';
import { type AddressInfo, Server as NetServer, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { HttpProblem, toErrorBody } from '../http/http-problem.ts';
import type { Limits } from '../http/limits.ts';
import { type Connections, sayLast, trackConnections } from './connections.ts';
import type { HttpApp } from './http-app.ts';
import { IncomingRequest } from './incoming-request.ts';
import { failBody, toHttpRequest } from './node-request.ts';
import { writeResponse } from './write-response.ts';

export interface ListenOptions {
  readonly app: HttpApp;
  readonly host: string;
  readonly port: number;
  readonly limits: Pick<Limits, 'headerBytes' | 'headersMs' | 'requestMs' | 'writeMs'>;
  /** How many proxies of ours stand before it. */
  readonly trustedProxies: number;
  /** At once; absent: any number. */
  readonly clientConnections?: number;
}

export interface Listening {
  readonly port: number;
  /**
   * Takes connections for a second more, since whoever sends them here may learn only now that they should go elsewhere. Resolves
   * when the running requests are answered, or cut off after the time given.
   */
  drain(timeoutMs: number): Promise<void>;
}

/** @throws Error with a sentence for people when the port is taken, or may not be used */
export async function listen({ app, host, port, limits, ...options }: ListenOptions): Promise<Listening> {
  const server = createServer({
    IncomingMessage: IncomingRequest,
    joinDuplicateHeaders: true,
    // Node's own refusal has no body; ours is in `target.ts`.
    requireHostHeader: false,
    maxHeaderSize: limits.headerBytes,
    headersTimeout: limits.headersMs,
    requestTimeout: Math.max(limits.requestMs, limits.headersMs),
    connectionsCheckingInterval: Math.min(1000, limits.headersMs / 2),
    keepAliveTimeout: 65_000,
  });
  const connections = trackConnections(server, options.clientConnections ?? Number.POSITIVE_INFINITY);
  server.on('connection', app.noteConnection);
  server.on('request', async (incoming, outgoing) => {
    const turn = connections.turnOf({ incoming, outgoing });
    if (turn) await turn;
    if (outgoing.destroyed || !incoming.socket.writable) return;
    const request = toHttpRequest({ incoming, outgoing, bodies: app.bodies }, options.trustedProxies);
    const response = await app.respond(request);
    request.letGoOfBody();
    // Whoever sends on without waiting would be told so again and again.
    if (response.status === 429 && connections.hasNext(incoming.socket)) sayLast(outgoing);
    await writeResponse(response, { incoming, outgoing, timeoutMs: limits.writeMs }).catch((error) => {
      outgoing.destroy();
      app.reportBug(error, request.id);
    });
  });
  // RFC 9110, section 10.1.1: an expectation that is not `100-continue` may be ignored.
  server.on('checkExpectation', (incoming, outgoing) => void server.emit('request', incoming, outgoing));
  server.on('connect', (_incoming, socket) => refuseTunnel({ app, connections, socket: socket as Socket }));
  server.on('clientError', (error, socket) => {
    refuse({ app, connections, error, socket: socket as Socket, headerBytes: limits.headerBytes });
  });
  await bind(server, host, port);
  return {
    port: (server.address() as AddressInfo).port,
    drain: (timeoutMs) => drain(server, connections, timeoutMs),
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

interface Refusal {
  readonly app: HttpApp;
  readonly connections: Connections;
  readonly error: NodeJS.ErrnoException;
  readonly socket: Socket;
  readonly headerBytes: number;
}

const readOnMs = 1000;

/**
 * What is not HTTP, or too much or too slow of it. While it is a body, the request that it belongs to is refused; what never got
 * to be a request is answered by hand.
 */
function refuse({ app, connections, error, socket, headerBytes }: Refusal): void {
  const problem = toProblem(error, headerBytes);
  const newest = connections.newest(socket);
  const running = newest?.outgoing.closed === false ? newest : null;
  const isBody = newest?.incoming.complete === false;
  if (error.code === 'ECONNRESET' || !socket.writable || (isBody && !running)) {
    socket.destroy();
  } else if (isBody && running) {
    sayLast(running.outgoing);
    failBody(running.incoming, problem);
  } else {
    const answer = () => endWith(socket, toBytes(problem, app.noteRefused(socket.remoteAddress ?? '', problem.status)));
    if (running) running.outgoing.once('close', answer);
    else answer();
  }
}

/** NOTE: Node.js has let go of the socket, and might not send a running response to its end: there the connection is closed at once. */
function refuseTunnel({ app, connections, socket }: Pick<Refusal, 'app' | 'connections' | 'socket'>): void {
  socket.on('error', () => socket.destroy());
  const problem = new HttpProblem(405, 'CONNECT is not allowed.', { Connection: 'close', Allow: '' });
  const bytes = toBytes(problem, app.noteRefused(socket.remoteAddress ?? '', problem.status));
  if (connections.newest(socket)?.outgoing.closed === false) socket.destroy();
  else endWith(socket, bytes);
}

function endWith(socket: Socket, bytes: string): void {
  socket.end(bytes);
  // Left open for a moment, and read: what the client still sends would reset the connection before it has read.
  socket.resume();
  setTimeout(() => socket.destroy(), readOnMs);
}

function toProblem({ code }: NodeJS.ErrnoException, headerBytes: number): HttpProblem {
  const headers = { Connection: 'close' };
  if (code === 'HPE_HEADER_OVERFLOW') {
    return new HttpProblem(431, `The headers must not exceed ${headerBytes} bytes.`, headers);
  }
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return new HttpProblem(408, 'The request took too long to arrive.', headers);
  return new HttpProblem(400, 'The request is not valid HTTP.', headers);
}

function toBytes({ status, title, message, headers }: HttpProblem, requestId: string): string {
  const body = toErrorBody(status, title, message);
  const lines = Object.entries({
    ...headers,
    'Content-Type': 'application/json; charset=utf-8',
    'Cache-Control': 'no-store',
    'Content-Length': Buffer.byteLength(body),
    'X-Content-Type-Options': 'nosniff',
    'X-Request-Id': requestId,
  }).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${status} ${title}\r\n${lines.join('')}\r\n${body}`;
}

/** For as long are connections taken, and left open that do nothing: their client may be sending a request. */
const graceMs = 1000;
/** When nobody has connected for so long, nobody waits in the kernel's queue, which would be reset. */
const quietMs = 100;
/** Of it, after each of which the server has looked whether somebody connects: a process that gets no time sees nobody, and is not quiet. */
const turnMs = 10;

async function drain(server: Server, connections: Connections, timeoutMs: number): Promise<void> {
  const startedAt = performance.now();
  const patienceMs = Math.min(graceMs, timeoutMs / 2);
  const cutOff = setTimeout(() => server.closeAllConnections(), timeoutMs);
  const closeIdle = setInterval(() => {
    const now = performance.now();
    if (now - startedAt >= patienceMs) connections.closeIdle(now - patienceMs);
  }, 50);
  connections.sayLast();
  await sleep(patienceMs);
  for (let quiet = 0; quiet < Math.min(quietMs, patienceMs); ) {
    if (performance.now() - startedAt > timeoutMs / 2) break;
    const { lastOpenedAt } = connections;
    await sleep(turnMs);
    quiet = connections.lastOpenedAt === lastOpenedAt ? quiet + turnMs : 0;
  }
  await stopListening(server);
  clearTimeout(cutOff);
  clearInterval(closeIdle);
}

/** Resolves when all connections are closed. NOTE: an HTTP server's own `close` closes idle ones, too, and at once. */
function stopListening(server: Server): Promise<void> {
  return new Promise((resolve) => void NetServer.prototype.close.call(server, () => resolve()));
}
