import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import type { HttpRequest, RequestHeaders } from '../http/http-exchange.ts';
import { HttpProblem } from '../http/http-problem.ts';
import { requestIdOf } from '../http/request-context.ts';
import { createRequestNotes } from '../http/request-notes.ts';
import { CollectedBytes } from '../lib/collected-bytes.ts';
import { createMemo } from '../lib/memo.ts';
import type { BodyAtWork } from './body-room.ts';
import { clientAddress } from './client-address.ts';
import type { Exchange, IncomingRequest } from './incoming-request.ts';
import { createPendingParts } from './pending-parts.ts';
import type { BodyTurns } from './request-queue.ts';
import { readTarget } from './target.ts';

export interface NodeExchange extends Exchange {
  /** Where it waits with its body; null: it does not. */
  readonly bodies: BodyTurns | null;
}

/**
 * A request as Node.js has it, with `joinDuplicateHeaders`; nothing is made of it before somebody needs it. A class, since one is made for each
 * request: V8 compiles no code for the accessors of an object literal, and defines each by a call.
 */
export class NodeRequest implements HttpRequest {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly search: string;
  readonly host: string | null;
  readonly fault: string | null;
  readonly headers: RequestHeaders;
  readonly clientAddress: string;
  readonly notes = createRequestNotes();
  readonly #incoming: IncomingRequest;
  readonly #outgoing: ServerResponse;
  readonly #bodies: BodyTurns | null;
  #awaited: Promise<Buffer> | null = null;
  #atWork: BodyAtWork | null = null;
  #signal: AbortSignal | null = null;

  constructor({ incoming, outgoing, bodies }: NodeExchange, trustedProxies: number) {
    const { method = '', url: target = '', httpVersion, socket } = incoming;
    const headers = new NodeHeaders(incoming.headers);
    const { path, search, host, fault } = readTarget({ method, target, sentHost: headers.get('host'), httpVersion });
    this.id = requestIdOf(headers);
    this.method = method;
    this.path = path;
    this.search = search;
    this.host = host;
    this.fault = fault ?? framingFault(incoming) ?? repetitionIn(incoming);
    this.headers = headers;
    this.clientAddress = clientAddress(
      { socketAddress: socket.remoteAddress ?? '', forwardedFor: headers.get('x-forwarded-for') },
      trustedProxies,
    );
    this.#incoming = incoming;
    this.#outgoing = outgoing;
    this.#bodies = bodies;
  }

  get signal(): AbortSignal {
    this.#signal ??= signalOf(this.#outgoing);
    return this.#signal;
  }

  onSent(run: () => void): void {
    this.#outgoing.on('finish', run);
  }

  async awaitBody(maxBytes: number): Promise<void> {
    this.#awaited = this.#read(maxBytes);
    await this.#awaited.catch(() => null);
  }

  readBody(maxBytes: number): Promise<Buffer> {
    return this.#awaited ? this.#readAwaited(this.#awaited, maxBytes) : this.#read(maxBytes);
  }

  async #readAwaited(awaited: Promise<Buffer>, maxBytes: number): Promise<Buffer> {
    const body = await awaited;
    if (body.length > maxBytes) throw tooLarge(maxBytes);
    return body;
  }

  async #read(maxBytes: number): Promise<Buffer> {
    const incoming = this.#incoming;
    if (Number(this.headers.get('content-length') ?? 0) > maxBytes) throw tooLarge(maxBytes);
    // A body that has come with its head is parsed after it.
    if (!incoming.complete) await null;
    const isLate = incoming.whole === null;
    const body = incoming.whole ?? (await readStream(incoming, maxBytes));
    if (body.length > maxBytes) throw tooLarge(maxBytes);
    const atWork = { bytes: body.length, client: this.clientAddress };
    const turn = this.#bodies?.enter(atWork, isLate);
    if (turn) await turn;
    this.#atWork = atWork;
    return body;
  }

  /** Its response is made. */
  letGoOfBody(): void {
    if (this.#atWork) this.#bodies?.leave(this.#atWork);
    this.#atWork = null;
  }
}

/** RFC 9112, section 6.1: a proxy that speaks 1.0 does not know where such a body ends. */
function framingFault({ httpVersion, headers }: IncomingRequest): string | null {
  return httpVersion === '1.0' && 'transfer-encoding' in headers ? 'HTTP/1.0 has no Transfer-Encoding.' : null;
}

/** That name one thing. RFC 9110, section 5.3: only what is a list may stand on several lines, and joined they would name something else. */
const namedOnce = ['EP-Channel', 'EP-Context-Tag', 'Idempotency-Key'].map(
  (name) => [name, name.toLowerCase()] as const,
);

function repetitionIn({ headers, rawHeaders }: IncomingRequest): string | null {
  const repeated = namedOnce.find(([, key]) => {
    const isJoined = headers[key]?.includes(', ');
    return isJoined && rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === key).length > 1;
  });
  return repeated ? `The header '${repeated[0]}' is sent more than once.` : null;
}

class NodeHeaders implements RequestHeaders {
  readonly #sent: IncomingHttpHeaders;

  constructor(sent: IncomingHttpHeaders) {
    // Apollo Client's own documentation sends it so while nobody is signed in.
    if (sent.authorization === '') delete sent.authorization;
    this.#sent = sent;
  }

  get(name: string): string | null {
    const value = this.#sent[name];
    return typeof value === 'string' ? value : joined(value);
  }

  entries(): Iterable<[name: string, value: string]> {
    return Object.entries(this.#sent).map(([name, value]) => [name, joined(value) ?? '']);
  }
}

/** A list is `Set-Cookie`, which no request has. Anything else that is no text is a member of every object, such as `constructor`. */
function joined(value: string | string[] | undefined): string | null {
  if (Array.isArray(value)) return value.join(', ');
  return typeof value === 'string' ? value : null;
}

function signalOf(outgoing: ServerResponse): AbortSignal {
  const controller = new AbortController();
  const abort = () => {
    if (!outgoing.writableFinished) controller.abort();
  };
  if (outgoing.destroyed) abort();
  else outgoing.once('close', abort);
  return controller.signal;
}

const failures = createMemo<IncomingRequest, HttpProblem>('failure');
/** Of a request whose body does not come: an event of ours. */
const failed = Symbol('failed');

/** Says why the rest of a body does not come, to whoever reads it, now or later. */
export function failBody(incoming: IncomingRequest, problem: HttpProblem): void {
  failures.set(incoming, problem);
  incoming.emit(failed, problem);
}

/** `run`: told when the rest of its body does not come, once. */
export function onFailedBody(incoming: IncomingRequest, run: () => void): void {
  if (failures.get(incoming)) run();
  else incoming.once(failed, run);
}

function readStream(incoming: IncomingRequest, maxBytes: number): Promise<Buffer> {
  const failure = failures.get(incoming);
  if (failure && !incoming.complete) return Promise.reject(failure);
  // Its client went while it waited for its turn: no event will say so any more, and the request would be held for good.
  if (incoming.destroyed && !incoming.complete) return Promise.reject(cutShort());
  incoming.beStream();
  return new Promise((resolve, reject) => {
    const collected = new CollectedBytes();
    let isRefused = false;
    const fail = (problem: HttpProblem) => {
      isRefused = true;
      collected.discard();
      pending.end();
      reject(problem);
    };
    const pending = pendingBodies.begin(() => fail(noRoom));
    incoming.on('data', (piece: Buffer) => {
      if (isRefused) return;
      if (collected.length + piece.length > maxBytes) return fail(tooLarge(maxBytes));
      collected.add(piece);
      pending.add(piece.length);
    });
    incoming.on('end', () => {
      pending.end();
      resolve(collected.take());
    });
    incoming.on(failed, fail);
    // The client has gone: nobody reads the response, but it is no bug of ours either.
    incoming.on('close', () => {
      // An error's stack costs more than all else here.
      if (!incoming.complete) fail(cutShort());
    });
  });
}

/** Of all connections of the process: 600 of them held as many megabytes for the time that a request may take (docs/attacks.md). */
const pendingBodies = createPendingParts(32_000_000);

/** Made once: an error with its stack costs more than refusing a body. */
const noRoom = new HttpProblem(503, 'More bodies are on their way than there is room for. Send it again in a moment.', {
  Connection: 'close',
  'Retry-After': '1',
});

function tooLarge(maxBytes: number): HttpProblem {
  return closing(413, `The body must not be larger than ${maxBytes} bytes.`);
}

function cutShort(): HttpProblem {
  return closing(400, 'The body ended before it was complete.');
}

function closing(status: number, detail: string): HttpProblem {
  return new HttpProblem(status, detail, { Connection: 'close' });
}
