import { hash } from 'node:crypto';
import { digestsOf, type ListedItem, type ListedJson } from '../domain/input/listed-json.ts';

export interface ListedPieces {
  readonly before: ListedItem;
  /** Separated by commas. */
  readonly items: readonly ListedItem[];
  readonly after: ListedItem;
}

/**
 * A body that is sent as the pieces that it is made of, which other bodies share: none may ever be changed. Bytes that are joined for
 * each response have V8 mark its heap again and again, since they lie outside of it (`bench/notebook/rest-page.md`).
 */
export class BodyPieces {
  readonly pieces: readonly Buffer[];
  readonly length: number;
  /** What its digest is made of. */
  readonly #parts: readonly ListedItem[];

  /** Texts are sent in UTF-8. */
  constructor({ before, items, after }: ListedPieces) {
    const stretches = toStretches(items);
    this.pieces = [toBytesOf(before), ...stretches.map(toPiece), toBytesOf(after)];
    this.length = this.pieces.reduce((sum, { length }) => sum + length, 0);
    this.#parts = [before, ...stretches, after];
  }

  /** The same for the same texts, wherever they are: what is hashed of each is its digest, which is remembered with it. */
  get hash(): string {
    return hash('sha256', Buffer.concat(this.#parts.map(digestsOf)), 'base64url');
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

/** Neighbours in memory are one. */
function toStretches(items: readonly ListedItem[]): ListedItem[] {
  const stretches: ListedItem[] = [];
  let first = 0;
  for (const [place, item] of items.entries()) {
    const next = items[place + 1];
    if (typeof item !== 'string' && typeof next === 'object' && item.isFollowedBy(next)) continue;
    stretches.push(first === place ? item : (items[first] as ListedJson).upTo(item as ListedJson));
    first = place + 1;
  }
  return stretches;
}

/** With a comma after each but the last. */
function toPiece(stretch: ListedItem, place: number, { length }: readonly ListedItem[]): Buffer {
  if (place === length - 1) return toBytesOf(stretch);
  return typeof stretch === 'string' ? Buffer.from(`${stretch},`) : stretch.toBytesWithComma();
}

function toBytesOf(item: ListedItem): Buffer {
  return typeof item === 'string' ? Buffer.from(item) : item.toBytes();
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
