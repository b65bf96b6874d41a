/**
 * One request over HTTP and its answer, by a deadline and in bounded memory: no redirect is followed, nothing is inflated, nothing is
 * sent again. It knows for certain when nothing of a request has been sent.
 */
import { type Dispatcher, Pool } from 'undici';
import { decodeUtf8 } from '../../domain/input/decode-utf8.ts';
import { CollectedBytes } from '../../lib/collected-bytes.ts';
import { readAuthorities } from './read-authorities.ts';
import type { UpstreamConfig } from './upstream-config.ts';

export interface OutgoingRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Below `UPSTREAM_URL`, with its query. */
  readonly path: string;
  /** Beside those that say what is accepted. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  /** By `performance.now()`. */
  readonly deadline: number;
  /** Told when it is sent again. */
  readonly onRetry?: () => void;
  /** Whether it may be sent again, though it is no read: all that comes of it is one token more. */
  readonly isRepeatable?: true;
  /** A client's request for a token: that it makes too many of them is no concern of others. */
  readonly isSignIn?: true;
}

export interface IncomingAnswer {
  readonly status: number;
  readonly text: string;
  /** Of `Retry-After`; null: there was none that can be read. */
  readonly retryAfterSeconds: number | null;
}

interface NoAnswerParts {
  readonly isSent: boolean;
  readonly status: number | null;
  readonly isUnreadable?: boolean;
}

/** Why there is no answer, in a few words that hold nothing of the address or of what was said. */
export class NoAnswer extends Error {
  override readonly name = 'NoAnswer';
  /** Whether some of the request may have reached the platform. */
  readonly isSent: boolean;
  /** What it said before it failed; null: nothing. */
  readonly status: number | null;
  /** Whether the answer was whole, but nothing that can be read: another one would be no better. */
  readonly isUnreadable: boolean;

  constructor(reason: string, { isSent, status, isUnreadable = false }: NoAnswerParts) {
    super(`The platform gave no answer: ${reason}`);
    this.isSent = isSent;
    this.status = status;
    this.isUnreadable = isUnreadable;
  }
}

export interface Exchange {
  /** @throws NoAnswer */
  send(request: OutgoingRequest): Promise<IncomingAnswer>;
}

export interface OpenExchange extends Exchange {
  close(): Promise<void>;
}

export type ExchangeOptions = Pick<UpstreamConfig, 'url' | 'concurrency' | 'timeoutMs' | 'caFile'>;

/** Of every request: nothing is inflated. */
const accepted = { accept: 'application/json', 'accept-encoding': 'identity' } as const;
/** The longest page there is has about a quarter of it. */
const maxAnswerBytes = 10_000_000;

/** @throws Error with a sentence for people where the certificates can't be read */
export function createExchange({ url, concurrency, timeoutMs, caFile }: ExchangeOptions): OpenExchange {
  const { origin, pathname } = new URL(url);
  const prefix = pathname.replace(/\/$/, '');
  const ca = caFile === null ? {} : { ca: readAuthorities(caFile) };
  const shared = {
    connections: concurrency,
    connect: { timeout: timeoutMs, rejectUnauthorized: true, ...ca },
    // A request has a deadline as a whole.
    ...{ headersTimeout: 0, bodyTimeout: 0 },
    // A connection is one request's at a time: what is lost with it is one request.
    allowH2: false,
  };
  const reading = new Pool(origin, { ...shared, pipelining: 1 });
  // A connection that was kept may be closed just when a write goes out, and nobody would know whether it came: writes have their own.
  const writing = new Pool(origin, { ...shared, pipelining: 0 });
  return {
    send(request) {
      const pool = request.method === 'GET' ? reading : writing;
      return exchange(pool, { ...request, path: `${prefix}${request.path}` });
    },
    close: async () => void (await Promise.all([reading.destroy(), writing.destroy()])),
  };
}

function exchange(pool: Pool, request: OutgoingRequest): Promise<IncomingAnswer> {
  const { method, path, headers, body, deadline } = request;
  return new Promise((resolve, reject) => {
    const receiver = new Receiver({ resolve, reject, onSettled: () => clearTimeout(timer) });
    const timer = setTimeout(() => receiver.fail('it took too long'), Math.max(0, deadline - performance.now()));
    pool.dispatch({ method, path, headers: { ...accepted, ...headers }, body: body ?? null }, receiver);
  });
}

type AnswerHeaders = Readonly<Record<string, string | string[] | undefined>>;

interface Settling {
  readonly resolve: (answer: IncomingAnswer) => void;
  readonly reject: (error: NoAnswer) => void;
  /** Called before either. */
  readonly onSettled: () => void;
}

/** Settles once, with what comes first: an answer, or the reason why there is none. */
class Receiver implements Dispatcher.DispatchHandler {
  readonly #settling: Settling;
  readonly #collected = new CollectedBytes();
  #controller: Dispatcher.DispatchController | null = null;
  #head: Pick<IncomingAnswer, 'status' | 'retryAfterSeconds'> | null = null;
  #isSettled = false;

  constructor(settling: Settling) {
    this.#settling = settling;
  }

  fail(reason: string, isUnreadable = false): void {
    if (!this.#settle()) return;
    const isSent = this.#controller !== null;
    const head = this.#head;
    // The status of an error, and when to come again, is all that is done by; its body only says it in more words.
    if (head && head.status >= 400) this.#settling.resolve({ ...head, text: '' });
    else this.#settling.reject(new NoAnswer(reason, { isSent, status: head?.status ?? null, isUnreadable }));
    this.#controller?.abort(new Error(reason));
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    // Nothing has been written yet. Who has been told that it failed must be able to rely on it.
    if (this.#isSettled) controller.abort(new Error('too late'));
    else this.#controller = controller;
  }

  onResponseStart(_: unknown, status: number, headers: AnswerHeaders): void {
    if (status < 200) return;
    this.#head = { status, retryAfterSeconds: readRetryAfter(headers) };
    if (isCompressed(headers['content-encoding'])) this.fail('it is compressed', true);
    else if (Number(headers['content-length']) > maxAnswerBytes) this.fail('it is too large', true);
  }

  onResponseData(_: unknown, chunk: Buffer): void {
    if (this.#collected.length + chunk.length > maxAnswerBytes) this.fail('it is too large', true);
    else this.#collected.add(chunk);
  }

  onResponseEnd(): void {
    const text = decodeUtf8(this.#collected.take(), 'removed');
    if (text === null || !this.#head) this.fail('it is no text', true);
    else if (this.#settle()) this.#settling.resolve({ ...this.#head, text });
  }

  onResponseError(_: unknown, error: Error): void {
    this.fail(nameOf(error));
  }

  #settle(): boolean {
    if (this.#isSettled) return false;
    this.#isSettled = true;
    this.#settling.onSettled();
    return true;
  }
}

/** Some name the encoding that was requested, which is none. */
function isCompressed(encoding: string | string[] | undefined): boolean {
  const said = String(encoding ?? '').trim();
  return said !== '' && said.toLowerCase() !== 'identity';
}

/** Seconds, or a moment (RFC 9110): by the clock of who says it, which may be another than ours by far. */
function readRetryAfter({ 'retry-after': header, date }: AnswerHeaders): number | null {
  if (typeof header !== 'string') return null;
  const seconds = /^\d{1,6}$/.test(header) ? Number(header) : (Date.parse(header) - momentOf(date)) / 1000;
  return Number.isFinite(seconds) ? Math.max(0, Math.ceil(seconds)) : null;
}

/** When it was said; where that can't be read, now. */
function momentOf(date: AnswerHeaders[string]): number {
  const moment = Date.parse(String(date));
  return Number.isNaN(moment) ? Date.now() : moment;
}

/** Of a network's or a certificate's error its code: the message may quote what was received. */
function nameOf(error: Error & { readonly code?: unknown }): string {
  return typeof error.code === 'string' && /^[A-Z0-9_]{1,60}$/.test(error.code) ? error.code : 'the connection failed';
}
