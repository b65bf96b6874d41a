/**
 * Columns that are collected outside of the heap, whatever a release's size. They grow by pieces, of which none is copied: memory that
 * a larger copy took the place of would stay until V8 collects it, which has no haste with what lies outside of its heap.
 */

export interface GrowingColumn<Value extends number | bigint, Column> {
  readonly length: number;
  push(value: Value): void;
  get(index: number): Value;
  /** Those collected so far, together: a copy where there are many. */
  values(): Column;
}

export function growingUint16(): GrowingColumn<number, Uint16Array<ArrayBuffer>> {
  return new Growing<number, Uint16Array<ArrayBuffer>>((length) => new Uint16Array(length));
}

export function growingUint32(): GrowingColumn<number, Uint32Array> {
  return new Growing<number, Uint32Array>((length) => new Uint32Array(length));
}

export function growingFloat64(): GrowingColumn<number, Float64Array> {
  return new Growing<number, Float64Array>((length) => new Float64Array(length));
}

export function growingBigInt64(): GrowingColumn<bigint, BigInt64Array> {
  return new Growing<bigint, BigInt64Array>((length) => new BigInt64Array(length));
}

interface Growable<Value, Column> {
  readonly length: number;
  [index: number]: Value;
  set(from: Column, offset?: number): void;
  subarray(from: number, to: number): Column;
}

const valuesOfPiece = 2 ** 15;
/** Of so few V8 keeps the bytes beside the array, without a buffer. */
const firstValues = 8;

/** A class, since there are four columns of each currency that a file names: functions of its own, and 64 values, made each take 1.7 kB. */
class Growing<Value extends number | bigint, Column extends Growable<Value, Column>>
  implements GrowingColumn<Value, Column>
{
  readonly #make: (length: number) => Column;
  /** Null: it is the first one. */
  #full: Column[] | null = null;
  #piece: Column;
  #place = 0;

  constructor(make: (length: number) => Column) {
    this.#make = make;
    this.#piece = make(firstValues);
  }

  get length(): number {
    return (this.#full?.length ?? 0) * valuesOfPiece + this.#place;
  }

  push(value: Value): void {
    if (this.#place === this.#piece.length) this.#grow();
    (this.#piece as { [index: number]: Value })[this.#place] = value;
    this.#place += 1;
  }

  get(index: number): Value {
    const piece = this.#full?.[Math.floor(index / valuesOfPiece)] ?? this.#piece;
    return piece[index % valuesOfPiece] as Value;
  }

  values(): Column {
    const last = this.#piece.subarray(0, this.#place);
    if (this.#full === null) return last;
    const all = this.#make(this.length);
    for (const [number, one] of [...this.#full, last].entries()) all.set(one, number * valuesOfPiece);
    return all;
  }

  /** The first piece is small as long as little is collected. */
  #grow(): void {
    const piece = this.#piece;
    if (piece.length < valuesOfPiece) {
      this.#piece = this.#make(2 * piece.length);
      this.#piece.set(piece);
    } else {
      this.#full ??= [];
      this.#full.push(piece);
      this.#piece = this.#make(valuesOfPiece);
      this.#place = 0;
    }
  }
}

/** Texts as UTF-8, by their numbers from 0. */
export interface GrowingTexts {
  add(text: string): number;
  get(index: number): string;
}

const firstBytes = 1024;
const bytesOfPiece = 2 ** 18;
/** An end is the number of its piece times this, and where it stands in it. */
const pieceUnit = 2 ** 32;

export function growingTexts(): GrowingTexts {
  const ends = growingFloat64();
  const pieces = [Buffer.allocUnsafeSlow(firstBytes)];
  let place = 0;

  /** Each text stands in one piece; one that is longer has its own. */
  function pieceFor(length: number): Buffer {
    const last = pieces.at(-1) as Buffer;
    if (place + length <= last.length) return last;
    place = 0;
    const piece = Buffer.allocUnsafeSlow(Math.max(length, Math.min(bytesOfPiece, 2 * last.length)));
    pieces.push(piece);
    return piece;
  }

  return {
    add(text) {
      const length = Buffer.byteLength(text);
      pieceFor(length).write(text, place);
      place += length;
      ends.push((pieces.length - 1) * pieceUnit + place);
      return ends.length - 1;
    },
    get(index) {
      const end = ends.get(index);
      const number = Math.floor(end / pieceUnit);
      const before = index === 0 ? 0 : ends.get(index - 1);
      const start = Math.floor(before / pieceUnit) === number ? before % pieceUnit : 0;
      return (pieces[number] as Buffer).toString('utf8', start, end % pieceUnit);
    },
  };
}
