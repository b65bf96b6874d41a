import { hash } from 'node:crypto';
import type { ListedItem, ListedJson } from '../domain/input/listed-json.ts';
import { createMemo } from '../domain/memo.ts';

const digests = createMemo<ListedJson, string>('digest');

export interface ListedPieces {
  readonly before: string;
  /** Separated by commas. */
  readonly items: readonly ListedItem[];
  readonly after: string;
}

/**
 * A body that is sent as the pieces that it is made of, which other bodies share: none may ever be changed. Bytes that are joined for
 * each response have V8 mark its heap again and again, since they lie outside of it (`bench/baseline.md`, the REST page).
 */
export class BodyPieces {
  readonly pieces: readonly Buffer[];
  readonly length: number;
  readonly #listed: ListedPieces;

  /** Texts are sent in UTF-8. */
  constructor(listed: ListedPieces) {
    const { before, items, after } = listed;
    this.pieces = [Buffer.from(before), ...toPieces(items), Buffer.from(after)];
    this.length = this.pieces.reduce((sum, { length }) => sum + length, 0);
    this.#listed = listed;
  }

  /** The same for the same pieces, wherever they come from: the digest of an item is remembered with it. */
  get hash(): string {
    const { before, items, after } = this.#listed;
    return digestOf([before, ...items, after].map(digestOf).join(''));
  }

  /** In memory that is taken for it; absent: its own. */
  join(take: (bytes: number) => Buffer = Buffer.allocUnsafeSlow): Buffer {
    const joined = take(this.length);
    let at = 0;
    for (const piece of this.pieces) {
      joined.set(piece, at);
      at += piece.length;
    }
    return joined;
  }
}

/** With a comma after each but the last; neighbours in memory are one piece. */
function toPieces(items: readonly ListedItem[]): Buffer[] {
  const pieces: Buffer[] = [];
  let stretch: ListedItem | null = null;
  for (const item of items) {
    const longer: ListedItem | null = stretch === null ? null : joined(stretch, item);
    if (stretch !== null && longer === null) pieces.push(withComma(stretch));
    stretch = longer ?? item;
  }
  if (stretch !== null) pieces.push(typeof stretch === 'string' ? Buffer.from(stretch) : stretch.toBytes());
  return pieces;
}

function joined(before: ListedItem, item: ListedItem): ListedItem | null {
  return typeof before === 'string' || typeof item === 'string' ? null : before.joinedWith(item);
}

function withComma(item: ListedItem): Buffer {
  return typeof item === 'string' ? Buffer.from(`${item},`) : item.toBytesWithComma();
}

function digestOf(item: ListedItem): string {
  if (typeof item === 'string') return hash('sha256', item, 'base64url');
  const known = digests.get(item);
  if (known !== undefined) return known;
  const digest = hash('sha256', item.toBytes(), 'base64url');
  digests.set(item, digest);
  return digest;
}

export type WholeBody = string | Uint8Array | BodyPieces;

/** NOTE: streams are of several kinds, of Node.js and of GraphQL's server: what is none of these is one. */
export function isWhole(body: unknown): body is WholeBody {
  return typeof body === 'string' || body instanceof Uint8Array || body instanceof BodyPieces;
}

export function toBytes(body: WholeBody): Uint8Array<ArrayBufferLike> {
  if (body instanceof BodyPieces) return body.join();
  return typeof body === 'string' ? Buffer.from(body) : body;
}
