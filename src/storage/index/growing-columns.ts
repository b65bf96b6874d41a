/** Columns that are collected outside of the heap, whatever a release's size. */

export interface GrowingColumn<Value extends number | bigint, Column> {
  readonly length: number;
  push(value: Value): void;
  get(index: number): Value;
  /** Those collected so far, in the same memory. */
  values(): Column;
}

export function growingUint32(): GrowingColumn<number, Uint32Array> {
  return growing<number, Uint32Array>((length) => new Uint32Array(length));
}

export function growingFloat64(): GrowingColumn<number, Float64Array> {
  return growing<number, Float64Array>((length) => new Float64Array(length));
}

export function growingBigInt64(): GrowingColumn<bigint, BigInt64Array> {
  return growing<bigint, BigInt64Array>((length) => new BigInt64Array(length));
}

interface Growable<Value, Column> {
  readonly length: number;
  [index: number]: Value;
  set(from: Column): void;
  subarray(from: number, to: number): Column;
}

function growing<Value extends number | bigint, Column extends Growable<Value, Column>>(
  make: (length: number) => Column,
): GrowingColumn<Value, Column> {
  let column = make(64);
  let length = 0;
  return {
    get length() {
      return length;
    },
    push(value) {
      if (length === column.length) {
        const larger = make(2 * length);
        larger.set(column);
        column = larger;
      }
      (column as { [index: number]: Value })[length] = value;
      length += 1;
    },
    get: (index) => column[index] as Value,
    values: () => column.subarray(0, length),
  };
}

/** Texts as UTF-8, by their numbers from 0. */
export interface GrowingTexts {
  add(text: string): number;
  get(index: number): string;
}

export function growingTexts(): GrowingTexts {
  const ends = growingFloat64();
  let bytes = Buffer.alloc(1024);
  let end = 0;
  return {
    add(text) {
      const length = Buffer.byteLength(text);
      if (end + length > bytes.length) bytes = Buffer.concat([bytes], 2 * (end + length));
      bytes.write(text, end);
      end += length;
      ends.push(end);
      return ends.length - 1;
    },
    get: (index) => bytes.toString('utf8', index === 0 ? 0 : ends.get(index - 1), ends.get(index)),
  };
}
