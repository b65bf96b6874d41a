/** Numbers by the ordinals that they belong to: pairs in any order, put in the order of their ordinals, outside of the heap. */
import { groupByKey } from './group-by-key.ts';
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
      const { starts, values } = groupByKey(ordinals.values(), numbers.values(), end);
      return { end, of: (ordinal) => values.subarray(starts[ordinal] ?? 0, starts[ordinal + 1] ?? 0) };
    },
  };
}
