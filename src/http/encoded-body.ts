import { hash as digest } from 'node:crypto';
import { BodyPieces, toBytes } from './body-pieces.ts';
import type { Encoding } from './content-encoding.ts';

export interface EncodedBodyOptions {
  /** Null: not at the moment. */
  readonly compress: (body: Uint8Array, encoding: Encoding) => Promise<Buffer | null>;
  /** Told how many bytes the kept encodings take beside the body. */
  readonly onKept?: (bytes: number) => void;
  /** Identifies the content; absent: the digest of its bytes. */
  readonly hash?: string | undefined;
}

type Plain = Buffer | BodyPieces;

/**
 * A body that is sent many times: each of its encodings is made when it is first needed, once, and kept. A class, since one is made for each
 * response: V8 defines each accessor of an object literal by a call.
 */
export class EncodedBody {
  /** In bytes, of the plain one. */
  readonly length: number;
  readonly #options: EncodedBodyOptions;
  #hash: string | undefined;
  #place: Plain | (() => Plain);
  #kept: Map<Encoding, Buffer> | null = null;
  #running: Map<Encoding, Promise<Buffer | null>> | null = null;

  constructor(plain: Plain, options: EncodedBodyOptions) {
    this.length = plain.length;
    this.#options = options;
    this.#hash = options.hash;
    this.#place = plain;
  }

  get plain(): Plain {
    return typeof this.#place === 'function' ? this.#place() : this.#place;
  }

  /** Identifies the content. */
  get hash(): string {
    // A cached page of 100 takes 1.2 to 1.4 times the processor's time if it is hashed each time (`bench/notebook/fast-paths.md`).
    this.#hash ??= hashOf(this.plain);
    return this.#hash;
  }

  /** Null: it can't be had in that encoding at the moment. */
  async in(encoding: Encoding): Promise<Buffer | null> {
    const known = this.#kept?.get(encoding);
    if (known) return known;
    this.#running ??= new Map();
    const underway = this.#running.get(encoding);
    if (underway) return underway;
    const making = this.#make(encoding);
    // Before `make` removes it: that waits for the compression.
    this.#running.set(encoding, making);
    return making;
  }

  /** The same plain bytes are found there from now on, or are read each time. */
  moveTo(place: Buffer | (() => Buffer)): void {
    this.#place = place;
  }

  async #make(encoding: Encoding): Promise<Buffer | null> {
    const { compress, onKept = () => {} } = this.#options;
    try {
      const encoded = await compress(toBytes(this.plain), encoding);
      if (!encoded) return null;
      const own = ownBytes(encoded);
      this.#kept ??= new Map();
      this.#kept.set(encoding, own);
      onKept([...this.#kept.values()].reduce((sum, { length }) => sum + length, 0));
      return own;
    } finally {
      this.#running?.delete(encoding);
    }
  }
}

function hashOf(plain: Plain): string {
  return plain instanceof BodyPieces ? plain.hash : digest('sha256', plain, 'base64url');
}

/** A small Buffer is cut from a slab of 64 KB, and a compressed one from a larger one: both live as long as any piece of them. */
export function ownBytes(bytes: Uint8Array): Buffer {
  if (bytes instanceof Buffer && bytes.length === bytes.buffer.byteLength) return bytes;
  const own = Buffer.allocUnsafeSlow(bytes.length);
  own.set(bytes);
  return own;
}
