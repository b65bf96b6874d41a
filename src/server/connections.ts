/**
 * What a connection may hold of our memory and of our time: one response at a time, and one at a turn of the event loop. Requests
 * that come before it has gone (pipelining, RFC 9112, section 9.3.2) stay in the kernel, and a client that takes nothing of it for a
 * while is cut off.
 */
import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { type FedConnection, feedInPieces } from './feed-in-pieces.ts';
import type { Exchange, IncomingRequest } from './incoming-request.ts';

export interface Connections {
  /** The newest request of that connection; null: it has come whole, and was answered. */
  newest(socket: Socket): Exchange | null;
  /** Resolves when the connection's earlier responses have gone, and others have had a turn; null: it has its turn. */
  turnOf(exchange: Exchange): Promise<void> | null;
  /** Whether the connection's next request is here already. */
  hasNext(socket: Socket): boolean;
  /** When a client last connected, in milliseconds of the monotonic clock. */
  readonly lastOpenedAt: number;
  /** Each response says from now on that it is the last one of its connection. */
  sayLast(): void;
  /** Closes the connections that have done nothing since that moment. */
  closeIdle(since: number): void;
}

interface Connection extends FedConnection {
  readonly running: Exchange[];
  newest: Exchange | null;
  /** When it was opened, or had its last response or bytes. */
  activeAt: number;
  /** How much had been read of it when its last response was complete. */
  bytesRead: number;
}

const unused = { newest: null, bytesRead: 0, isWaiting: false };

/** `most`: connections at once; beyond it one that waits for its client is closed. */
export function trackConnections(server: Server<typeof IncomingRequest>, most: number): Connections {
  const connections = new Map<Socket, Connection>();
  let lastOpenedAt = 0;
  let areLast = false;

  server.on('connection', (socket) => {
    lastOpenedAt = performance.now();
    const connection: Connection = { ...unused, running: [], activeAt: lastOpenedAt };
    connections.set(socket, connection);
    socket.once('close', () => connections.delete(socket));
    feedInPieces(socket, connection);
    if (connections.size > most) closeMostSilent(connections);
  });

  server.prependListener('request', (incoming, outgoing) => {
    const { socket } = incoming;
    const connection = connections.get(socket);
    if (!connection) return;
    const exchange = { incoming, outgoing };
    connection.running.push(exchange);
    connection.newest = exchange;
    if (areLast) sayLast(exchange.outgoing);
    outgoing.on('close', () => endExchange(exchange, { socket, connection }));
  });

  return {
    newest: (socket) => connections.get(socket)?.newest ?? null,
    turnOf: ({ incoming, outgoing }) => turnOf(outgoing, connections.get(incoming.socket)?.running ?? []),
    hasNext(socket) {
      const { running, isWaiting } = connections.get(socket) ?? { running: [], isWaiting: false };
      return isWaiting || running.length > 1;
    },
    get lastOpenedAt() {
      return lastOpenedAt;
    },
    sayLast() {
      areLast = true;
      for (const { running } of connections.values()) {
        for (const { outgoing } of running) sayLast(outgoing);
      }
    },
    closeIdle: (since) => closeIdle(connections, since),
  };
}

function closeIdle(connections: ReadonlyMap<Socket, Connection>, since: number): void {
  for (const [socket, { running, activeAt, bytesRead }] of connections) {
    const isReceiving = socket.bytesRead > bytesRead;
    if (running.length === 0 && !isReceiving && activeAt <= since) socket.destroy();
  }
}

/** Of those that wait for their clients to send a request, or to take a response, the one that has for the longest; the newest is one of them. */
function closeMostSilent(connections: ReadonlyMap<Socket, Connection>): void {
  let [silent, since]: [Socket | null, number] = [null, Number.POSITIVE_INFINITY];
  for (const [socket, { running, activeAt }] of connections) {
    const waits = running.every(({ incoming, outgoing }) => !incoming.complete || outgoing.writableEnded);
    if (waits && activeAt < since) [silent, since] = [socket, activeAt];
  }
  silent?.destroy();
}

function turnOf(response: ServerResponse, running: readonly Exchange[]): Promise<void> | null {
  const before = running[running.findIndex(({ outgoing }) => outgoing === response) - 1];
  return before ? afterResponse(before) : null;
}

async function afterResponse(before: Exchange): Promise<void> {
  await new Promise((resolve) => before.outgoing.once('close', resolve));
  await nextTurn();
}

/** The next response of its connection has its turn. */
function endExchange(
  exchange: Exchange,
  { socket, connection }: { readonly socket: Socket; readonly connection: Connection },
): void {
  connection.running.splice(connection.running.indexOf(exchange), 1);
  // Its body would be kept for as long as the connection is.
  if (connection.newest === exchange && exchange.incoming.complete) connection.newest = null;
  // What has come of it nobody will read: Node.js lets a stream run out.
  if (!exchange.incoming.complete) exchange.incoming.beStream();
  connection.activeAt = performance.now();
  connection.bytesRead = socket.bytesRead;
  // The time to take a response is over; another one may be at work for longer.
  if (connection.running.length > 0) socket.setTimeout(0);
  if (connection.isWaiting) {
    connection.isWaiting = false;
    // As long as the kernel takes responses at once, it would go on with this connection and no other.
    setImmediate(() => socket.resume());
  }
}

/** That it is the last response of its connection. */
export function sayLast(outgoing: ServerResponse): void {
  if (!outgoing.headersSent) outgoing.setHeader('Connection', 'close');
}
