/** What never becomes a request, or not whole: it is not HTTP, or too much or too slow of it, or the client wants a tunnel. */
import type { Socket } from 'node:net';
import { HttpProblem, toErrorBody } from '../http/http-problem.ts';
import { type Connections, sayLast } from './connections.ts';
import type { HttpApp } from './http-app.ts';
import { failBody } from './node-request.ts';

interface Refusal {
  readonly app: HttpApp;
  readonly connections: Connections;
  readonly error: NodeJS.ErrnoException;
  readonly socket: Socket;
  readonly headerBytes: number;
}

const readOnMs = 1000;

/** While it is a body, the request that it belongs to is refused; what never got to be a request is answered by hand. */
export function refuseUnreadable({ app, connections, error, socket, headerBytes }: Refusal): void {
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
export function refuseTunnel({ app, connections, socket }: Pick<Refusal, 'app' | 'connections' | 'socket'>): void {
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
    return new HttpProblem(431, `The headers must not exceed ${headerBytes} bytes, nor 1000 lines.`, headers);
  }
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return new HttpProblem(408, 'The request took too long to arrive.', headers);
  return new HttpProblem(400, 'The request is not valid HTTP.', headers);
}

function toBytes(problem: HttpProblem, requestId: string): string {
  const { status, title, headers } = problem;
  const body = toErrorBody(problem);
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
