/** The socket: time-outs, and a close that lets running requests finish. */
import { createServer, type Server } from 'node:http';
import { type AddressInfo, Server as NetServer, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Limits } from '../http/limits.ts';
import { type Connections, sayLast, trackConnections } from './connections.ts';
import type { HttpApp } from './http-app.ts';
import { IncomingRequest } from './incoming-request.ts';
import { NodeRequest } from './node-request.ts';
import { refuseTunnel, refuseUnreadable } from './refuse-on-socket.ts';
import { writeResponse } from './write-response.ts';

export interface ListenOptions {
  readonly app: HttpApp;
  readonly host: string;
  readonly port: number;
  readonly limits: Pick<Limits, 'headerBytes' | 'headersMs' | 'requestMs' | 'writeMs'>;
  /** How many proxies of ours stand before it. */
  readonly trustedProxies: number;
  /** At once. */
  readonly clientConnections: number;
  /** How long a connection is kept that nothing comes on; Node.js adds a second to what it tells its client. */
  readonly keepAliveMs: number;
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
    keepAliveTimeout: options.keepAliveMs,
  });
  const connections = trackConnections(server, options.clientConnections);
  server.on('connection', app.noteConnection);
  server.on('request', async (incoming, outgoing) => {
    const turn = connections.turnOf({ incoming, outgoing });
    if (turn) await turn;
    if (outgoing.destroyed || !incoming.socket.writable) return;
    const request = new NodeRequest({ incoming, outgoing, bodies: app.bodies }, options.trustedProxies);
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
    refuseUnreadable({ app, connections, error, socket: socket as Socket, headerBytes: limits.headerBytes });
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
      } else if (/^(EADDRNOTAVAIL|EAFNOSUPPORT|EINVAL|ENOTFOUND|EAI_AGAIN)$/.test(error.code ?? '')) {
        reject(new Error(`HOST must be an address or a name of this machine, but is '${host}'.`));
      } else reject(error);
    });
    server.listen(port, host, resolve);
  });
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
