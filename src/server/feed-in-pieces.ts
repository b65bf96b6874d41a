/** What a connection has sent, in the pieces in which it is parsed. */
import type { Socket } from 'node:net';
import type { Exchange, IncomingRequest } from './incoming-request.ts';
import { createPendingParts, type PendingPart } from './pending-parts.ts';

export interface FedConnection {
  /** In the order of their requests. All but the first wait for their turn. */
  readonly running: readonly Exchange[];
  readonly newest: Exchange | null;
  /** More has come than may be parsed while a request is running. */
  isWaiting: boolean;
}

const endOfHead = Buffer.from('\r\n\r\n');
/** Of a connection's bytes, so many at least are parsed at once: of the shortest requests, that is four. */
const pieceBytes = 64;
/** So many of what comes after a head may be parsed together with it, where no other head ends in it. */
const bytesAfterHead = 4096;
/** NOTE: Node.js forgets what stands in one piece after a request for an upgrade that nobody makes: the start of the next request. */
const forUpgrade = /\nupgrade:/i;

/**
 * NOTE: Node.js parses all that it has received at once, and makes objects of each request: 64 KB of a pipeline are thousands of
 * them. Its parser is a listener of the socket's data; so it gets them from here, in pieces, and none while a request is running. What the
 * socket has received goes there without becoming a part of its stream first, except what has to wait.
 */
export function feedInPieces(socket: Socket, connection: FedConnection): void {
  const [parse] = socket.listeners('data') as ((chunk: Buffer) => void)[];
  if (!parse) throw new Error('The parser of Node.js is fed in another way than it was.');
  const isFull = () => connection.running.length > 0 && connection.running.every(({ incoming }) => incoming.complete);
  const limitChunks = createChunkLimit(socket);
  const head = trackHead(socket);

  /** Returns what has to wait; null: nothing. */
  const feed = (received: Buffer): Buffer | null => {
    // What comes after a refusal is not looked at: of one that wants a tunnel, Node.js may have given its parser to another connection.
    for (let rest = received; rest.length > 0 && socket.writable; ) {
      connection.isWaiting = isFull();
      // Node.js pauses it as well, while a response does not go out.
      if (connection.isWaiting || socket.isPaused()) return rest;
      const { newest } = connection;
      const body = newest?.incoming.complete === false ? newest.incoming : null;
      const size =
        body === null ? pieceOf(rest, head.isBegun) : isInChunks(body) ? limitChunks(rest) : pieceOfBody(rest, body);
      if (size === 0) return rest;
      const receivedBytes = body?.receivedBytes;
      parse(rest.subarray(0, size));
      rest = rest.subarray(size);
      if (connection.newest !== newest || body?.complete || body?.receivedBytes !== receivedBytes) head.end();
      else head.add(size);
    }
    return null;
  };

  socket.removeListener('data', parse);
  socket.on('data', (received: Buffer) => {
    const rest = feed(received);
    if (!rest) return;
    socket.pause();
    socket.unshift(rest);
  });
  const push = socket.push.bind(socket);
  socket.push = (received: Buffer | null) => {
    const isNext = received !== null && socket.readableFlowing && socket.readableLength === 0;
    const rest = isNext ? feed(received) : received;
    return isNext && rest === null ? true : push(rest);
  };
}

/** How much of it is parsed at once: to the end of a head, or all of it if no other one ends in it. `isBegun`: it goes on with a head, which may be for an upgrade. */
function pieceOf(rest: Buffer, isBegun: boolean): number {
  const end = endOfFirstHead(rest, isBegun ? 0 : undefined);
  if (rest.length === end || isBegun || forUpgrade.test(rest.toString('latin1', 0, end))) return end;
  const isAlone = rest.length - end <= bytesAfterHead && rest.indexOf(endOfHead, end) < 0;
  return isAlone ? rest.length : end;
}

/** What stands before it may be the rest of another one. */
function endOfFirstHead(rest: Buffer, from = pieceBytes - endOfHead.length): number {
  const next = rest.indexOf(endOfHead, from);
  const end = next < 0 && rest.length > bytesAfterHead ? rest.lastIndexOf(endOfHead, pieceBytes) : next;
  return end < 0 ? rest.length : end + endOfHead.length;
}

/** The same where a body comes: no more than is missing of it. */
function pieceOfBody(rest: Buffer, body: IncomingRequest): number {
  const missing = Number(body.headers['content-length']) - body.receivedBytes;
  return missing > 0 ? Math.min(rest.length, missing) : rest.length;
}

function isInChunks({ headers }: IncomingRequest): boolean {
  return headers['transfer-encoding'] !== undefined;
}

/**
 * Of a body in chunks, so many bytes are parsed in a turn of the event loop: chunks may be of one byte, and each takes as long as any other. As
 * long as a connection has more to be read, libuv would read two megabytes of it in a turn.
 */
const chunkedBytesOfTurn = 16_384;
const chunkedPieceBytes = 1024;

/** Returns how much of it is parsed at once; 0: it goes on in the next turn. */
function createChunkLimit(socket: Socket): (rest: Buffer) => number {
  let left = chunkedBytesOfTurn;
  return (rest) => {
    // A body ends as a head does, and other requests may come after it.
    const size = endOfFirstHead(rest.subarray(0, Math.min(chunkedPieceBytes, left)));
    left -= size;
    if (size > 0 && left === 0) {
      setImmediate(() => {
        left = chunkedBytesOfTurn;
        socket.resume();
      });
    }
    return size;
  };
}

/** Of all connections of the process: each may send `MAX_HEADER_BYTES`, and never the end. */
const pendingHeads = createPendingParts(8_000_000);

/** What has come of a request's head, or of the fields after its body in chunks, as long as their end has not: the parser keeps it. */
function trackHead(socket: Socket): PendingPart & { readonly isBegun: boolean } {
  let head: PendingPart | null = null;
  const end = () => {
    head?.end();
    head = null;
  };
  socket.once('close', end);
  return {
    get isBegun() {
      return head !== null;
    },
    add(bytes) {
      head ??= pendingHeads.begin(() => socket.destroy());
      head.add(bytes);
    },
    end,
  };
}
