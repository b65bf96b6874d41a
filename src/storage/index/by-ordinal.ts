/** Numbers by the ordinals that they belong to: pairs in any order, put in the order of their ordinals, outside of the heap. */
import { growingUint32 } from './growing-columns.ts';
import { eachPosting, type Postings } from './postings.ts';

export interface CollectedPairs {
  /** `number` belongs to all of these ordinals. */
  add(number: number, postings: Postings): void;
  end(): ByOrdinal;
}

export interface ByOrdinal {
  /** After all that have any. */
  readonly end: number;
  /** In the order in which they were added. */
  of(ordinal: number): Uint32Array;
}

export function collectPairs(): CollectedPairs {
  const [numbers, ordinals] = [growingUint32(), growingUint32()];
  let end = 0;
  return {
    add(number, postings) {
      eachPosting(postings, (ordinal) => {
        numbers.push(number);
        ordinals.push(ordinal);
        if (ordinal >= end) end = ordinal + 1;
      });
    },

    end() {
      const starts = new Uint32Array(end + 1);
      for (const ordinal of ordinals.values()) starts[ordinal + 1] = (starts[ordinal + 1] as number) + 1;
      for (let ordinal = 0; ordinal < end; ordinal += 1)
        starts[ordinal + 1] = (starts[ordinal + 1] as number) + (starts[ordinal] as number);
      const [places, sorted] = [starts.slice(), new Uint32Array(numbers.length)];
      for (let pair = 0; pair < sorted.length; pair += 1) {
        const ordinal = ordinals.get(pair);
        const place = places[ordinal] as number;
        sorted[place] = numbers.get(pair);
        places[ordinal] = place + 1;
      }
      return { end, of: (ordinal) => sorted.subarray(starts[ordinal] ?? 0, starts[ordinal + 1] ?? 0) };
    },
  };
}
