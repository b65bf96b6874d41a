import { hash as digest } from 'node:crypto';
import { BodyPieces, toBytes } from './body-pieces.ts';
import type { Encoding } from './content-encoding.ts';

/** A body that is sent many times: each of its encodings is made when it is first needed, once, and kept. */
export interface EncodedBody {
  readonly plain: Buffer | BodyPieces;
  /** In bytes, of the plain one. */
  readonly length: number;
  /** Identifies the content. */
  readonly hash: string;
  /** Null: it can't be had in that encoding at the moment. */
  in(encoding: Encoding): Promise<Buffer | null>;
  /** The same plain bytes are found there from now on, or are read each time. */
  moveTo(place: Buffer | (() => Buffer)): void;
}

export interface EncodedBodyOptions {
  /** Null: not at the moment. */
  readonly compress: (body: Uint8Array, encoding: Encoding) => Promise<Buffer | null>;
  /** Told how many bytes the kept encodings take beside the body. */
  readonly onKept?: (bytes: number) => void;
  /** Identifies the content; absent: the digest of its bytes. */
  readonly hash?: string | undefined;
}

export function createEncodedBody(plain: EncodedBody['plain'], options: EncodedBodyOptions): EncodedBody {
  const { compress, onKept = () => {} } = options;
  const kept = new Map<Encoding, Buffer>();
  const running = new Map<Encoding, Promise<Buffer | null>>();
  let { hash } = options;
  // NOTE: nothing below may refer to `plain`, which would keep it in memory wherever the bytes have moved.
  let place: EncodedBody['plain'] | (() => Buffer) = plain;
  const read = () => (typeof place === 'function' ? place() : place);

  async function make(encoding: Encoding): Promise<Buffer | null> {
    try {
      const encoded = await compress(toBytes(read()), encoding);
      if (!encoded) return null;
      const own = ownBytes(encoded);
      kept.set(encoding, own);
      onKept([...kept.values()].reduce((sum, { length }) => sum + length, 0));
      return own;
    } finally {
      running.delete(encoding);
    }
  }

  return {
    get plain() {
      return read();
    },
    length: plain.length,
    get hash() {
      // A cached page of 100 takes 1.2 to 1.4 times the processor's time if it is hashed each time (`bench/baseline.md`, fast paths).
      hash ??= hashOf(read());
      return hash;
    },
    async in(encoding) {
      const known = kept.get(encoding);
      if (known) return known;
      const underway = running.get(encoding);
      if (underway) return underway;
      const making = make(encoding);
      // Before `make` removes it: that waits for the compression.
      running.set(encoding, making);
      return making;
    },
    moveTo(next) {
      place = next;
    },
  };
}

function hashOf(plain: EncodedBody['plain']): string {
  return plain instanceof BodyPieces ? plain.hash : digest('sha256', plain, 'base64url');
}

/** A small Buffer is cut from a slab of 64 KB, and a compressed one from a larger one: both live as long as any piece of them. */
export function ownBytes(bytes: Uint8Array): Buffer {
  if (bytes instanceof Buffer && bytes.length === bytes.buffer.byteLength) return bytes;
  const own = Buffer.allocUnsafeSlow(bytes.length);
  own.set(bytes);
  return own;
}
