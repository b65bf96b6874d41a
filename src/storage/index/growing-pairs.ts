/** Pairs of a small number, which is the key, and a value: collected outside of the heap, and put together by their keys, which is a counting sort. */
import { type GrowingColumn, growingUint32 } from './growing-columns.ts';

export interface GrowingPairs<Column> {
  readonly length: number;
  add(key: number, value: number): void;
  /** `end`: no key is as great; the least such number unless said. */
  group(end?: number): Grouped<Column>;
}

export interface Grouped<Column> {
  /** Where the values of each key begin; one more stands at the end. */
  readonly starts: Uint32Array;
  readonly values: Column;
  /** The values of a key, in the order in which they came. */
  valuesOf(key: number): Column;
}

type Values = Uint16Array | Uint32Array;

export function growingPairs<Column extends Values>(values: GrowingColumn<number, Column>): GrowingPairs<Column> {
  const keys = growingUint32();
  let least = 0;
  return {
    get length() {
      return keys.length;
    },
    add(key, value) {
      keys.push(key);
      values.push(value);
      if (key >= least) least = key + 1;
    },
    group: (end = least) => groupByKey(keys.values(), values.values(), end),
  };
}

export function groupByKey<Column extends Values>(keys: Uint32Array, values: Column, end: number): Grouped<Column> {
  const starts = new Uint32Array(end + 1);
  for (let place = 0; place < keys.length; place += 1) {
    const key = keys[place] as number;
    starts[key + 1] = (starts[key + 1] as number) + 1;
  }
  for (let key = 0; key < end; key += 1) starts[key + 1] = (starts[key + 1] as number) + (starts[key] as number);
  const [places, sorted] = [starts.slice(), values.slice() as Column];
  for (let place = 0; place < keys.length; place += 1) {
    const key = keys[place] as number;
    const at = places[key] as number;
    sorted[at] = values[place] as number;
    places[key] = at + 1;
  }
  const valuesOf = (key: number) => sorted.subarray(starts[key] ?? 0, starts[key + 1] ?? 0) as Column;
  return { starts, values: sorted, valuesOf };
}
