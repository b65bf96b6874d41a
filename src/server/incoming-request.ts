import { IncomingMessage, type ServerResponse } from 'node:http';
import { CollectedBytes } from '../lib/collected-bytes.ts';

export interface Exchange {
  readonly incoming: IncomingRequest;
  readonly outgoing: ServerResponse;
}

/**
 * A request whose body never becomes a stream if all of it has come before it is read, as nearly all do: a stream, even of an empty body, takes
 * a tenth of the time of a cached response (`bench/notebook/requests.md`). Any other body is a stream as usual.
 */
export class IncomingRequest extends IncomingMessage {
  #isStream = false;
  readonly #collected = new CollectedBytes();
  #whole: Buffer | null = null;
  /** Of its body. */
  receivedBytes = 0;

  /** All of the body; null: it is not here, or is a stream. */
  get whole(): Buffer | null {
    return this.#whole;
  }

  /** What comes with a GET nobody reads: a subscription would keep it for as long as its client likes. */
  get #hasReader(): boolean {
    return this.method !== 'GET' && this.method !== 'HEAD';
  }

  /** To be called before it is read as a stream. */
  beStream(): void {
    if (this.#isStream || this.#whole) return;
    this.#isStream = true;
    if (this.#collected.length > 0) super.push(this.#collected.take());
  }

  /** What the parser calls with each piece, and with null at the end. False: it shall wait. */
  override push(piece: Buffer | null): boolean {
    this.receivedBytes += piece?.length ?? 0;
    if (this.#isStream) return super.push(piece);
    if (piece) {
      if (!this.#hasReader) return true;
      this.#collected.add(piece);
      return this.#collected.length < this.readableHighWaterMark;
    }
    this.#whole = this.#collected.take();
    endUnread.call(this);
    return false;
  }
}

/**
 * NOTE: What Node.js calls where `optimizeEmptyRequests` is set, so that it makes no stream's end of what nobody reads. Without it the request
 * is ended when its response is.
 */
const endUnread =
  (IncomingMessage.prototype as { _dumpAndCloseReadable?: (this: IncomingMessage) => void })._dumpAndCloseReadable ??
  (() => undefined);
