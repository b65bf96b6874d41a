import type { ServerResponse } from 'node:http';
import { BodyPieces, isWhole } from '../http/body-pieces.ts';
import type { HttpResponse } from '../http/http-exchange.ts';
import { createEndOfTurn } from './end-of-turn.ts';
import type { Exchange, IncomingRequest } from './incoming-request.ts';
import { onFailedBody } from './node-request.ts';
import { createUnsentResponses } from './unsent-responses.ts';

export interface Destination extends Exchange {
  /** How long a client may take nothing before the connection is closed. */
  readonly timeoutMs: number;
}

/** Of the process: the event loop's. */
const endOfTurn = createEndOfTurn();

/**
 * A whole body goes out with its length, its pieces together, a stream as it comes. Resolves when nothing is left to be done here,
 * and rejects when the stream fails.
 */
export async function writeResponse(
  { status, headers, body }: HttpResponse,
  { incoming, outgoing, timeoutMs }: Destination,
): Promise<void> {
  if (body !== null && !isWhole(body)) {
    outgoing.writeHead(status, headers);
    // A subscription would go on until nobody takes its next event: its client has gone, or never sends the end of its request.
    onFailedBody(incoming, () => outgoing.destroy());
    return writeStream(body, outgoing, timeoutMs);
  }
  const end = endOfTurn();
  if (end) await end;
  const whole = typeof body === 'string' ? Buffer.from(body) : body;
  const isLast = !outgoing.shouldKeepAlive || headers.connection === 'close' || outgoing.hasHeader('connection');
  // In a response to HEAD it would be the length of the response to GET.
  const hasLength = status !== 204 && status !== 304 && incoming.method !== 'HEAD';
  const { socket } = outgoing;
  outgoing.writeHead(status, toList(headers, hasLength ? (whole?.length ?? 0) : null));
  const canEnd = incoming.complete || !isLast;
  const pieces = whole === null ? [] : piecesOf(whole);
  writePieces(pieces, outgoing, canEnd);
  // Nearly all go into the kernel's memory at once, and wait for nobody.
  if (socket && socket.writableLength > 0) {
    socket.setTimeout(timeoutMs);
    outgoing.once('close', holdUnsent(pieces, outgoing));
  }
  if (canEnd) return;
  // The connection would be closed at the end, and a client that is still sending would see that instead of the response.
  await readOn(incoming);
  outgoing.end();
}

/** In the form that Node.js writes without converting it. */
function toList(headers: HttpResponse['headers'], length: number | null): string[] {
  const list = length === null ? [] : ['content-length', String(length)];
  for (const name in headers) list.push(name, headers[name] as string);
  return list;
}

/** One piece takes less as the end of a response than before it (`bench/notebook/rest-page.md`). */
function writePieces(pieces: readonly Uint8Array[], outgoing: ServerResponse, canEnd: boolean): void {
  const last = pieces.length - 1;
  if (last > 0) outgoing.cork();
  for (let index = 0; index < last; index += 1) outgoing.write(pieces[index]);
  if (canEnd) return void outgoing.end(pieces[last]);
  if (last >= 0) outgoing.write(pieces[last]);
  if (last > 0) outgoing.uncork();
}

/** Of the process: those of all connections. */
const unsentResponses = createUnsentResponses(64_000_000);

/** Until what is returned is called. */
function holdUnsent(pieces: readonly Uint8Array[], outgoing: ServerResponse): () => void {
  return unsentResponses.hold(pieces, () => outgoing.destroy());
}

function piecesOf(whole: Uint8Array | BodyPieces): readonly Uint8Array[] {
  return whole instanceof BodyPieces ? whole.pieces : [whole];
}

async function writeStream(
  body: ReadableStream<Uint8Array>,
  outgoing: ServerResponse,
  timeoutMs: number,
): Promise<void> {
  const reader = body.getReader();
  // A stream that is cancelled ends; that it could not be is told by its next part.
  outgoing.once('close', () => void reader.cancel().catch(() => {}));
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    if (outgoing.write(part.value)) continue;
    const letGo = holdUnsent([part.value], outgoing);
    outgoing.socket?.setTimeout(timeoutMs);
    await untilWritable(outgoing);
    outgoing.socket?.setTimeout(0);
    letGo();
  }
  outgoing.end();
}

function untilWritable(outgoing: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    if (outgoing.destroyed) return resolve();
    const settle = () => {
      outgoing.off('drain', settle).off('close', settle);
      resolve();
    };
    outgoing.on('drain', settle).on('close', settle);
  });
}

/** How much of a body that is refused is read, and for how long. */
const readOnBytes = 64_000_000;
const readOnMs = 10_000;
/** A client that has sent nothing for so long is reading by now. */
const quietMs = 300;

/** Reads and forgets what the client still sends. */
async function readOn(incoming: IncomingRequest): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const timers = [setTimeout(resolve, readOnMs), setTimeout(resolve, quietMs)] as const;
  let size = 0;
  incoming.beStream();
  incoming.on('data', (chunk: Buffer) => {
    timers[1].refresh();
    size += chunk.length;
    if (size > readOnBytes) resolve();
  });
  incoming.once('end', resolve).once('close', resolve).resume();
  await promise;
  timers.forEach(clearTimeout);
}
