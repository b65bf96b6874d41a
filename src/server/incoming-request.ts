import { IncomingMessage } from 'node:http';

const noBytes = Buffer.alloc(0);

/**
 * A request whose body never becomes a stream where it comes in one piece, as nearly all do: what Node.js does for a stream, of an empty body,
 * too, takes a tenth of a response from the cache (`bench/baseline.md`). Any other body is the stream that it always is.
 */
export class IncomingRequest extends IncomingMessage {
  #isStream = false;
  #piece: Buffer | null = null;
  #whole: Buffer | null = null;

  /** All of the body; null: it is not here, or is a stream. */
  get whole(): Buffer | null {
    return this.#whole;
  }

  /** To be called before it is read as a stream. */
  beStream(): void {
    if (this.#isStream || this.#whole) return;
    this.#isStream = true;
    if (this.#piece) super.push(this.#piece);
    this.#piece = null;
  }

  /** What the parser calls with each piece, and with null at the end. False: it shall wait. */
  override push(piece: Buffer | null): boolean {
    if (!this.#isStream && piece === null) {
      this.#whole = this.#piece ?? noBytes;
      this.#piece = null;
      endUnread.call(this);
      return false;
    }
    if (!this.#isStream && this.#piece === null) {
      this.#piece = piece;
      return true;
    }
    this.beStream();
    return super.push(piece);
  }
}

/**
 * NOTE: What Node.js calls where `optimizeEmptyRequests` is set, so that it makes no stream's end of what nobody reads. Without it the request
 * is ended when its response is.
 */
const endUnread =
  (IncomingMessage.prototype as { _dumpAndCloseReadable?: (this: IncomingMessage) => void })._dumpAndCloseReadable ??
  (() => undefined);
