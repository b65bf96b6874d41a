/** Values by small numbers, outside of the heap: a counting sort. */

export interface Grouped<Column> {
  /** Where the values of each key begin; one more stands at the end. */
  readonly starts: Uint32Array;
  readonly values: Column;
}

/** The values of each key together, in the order in which they came. `end`: no key is as great. */
export function groupByKey<Column extends Uint16Array | Uint32Array>(
  keys: Uint32Array,
  values: Column,
  end: number,
): Grouped<Column> {
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
  return { starts, values: sorted };
}
