/** Numbers terms, beside the heap: a hash table of their own bytes, which are a hash already. */
import type { Chosen } from './known-terms.ts';
import { termLength } from './term.ts';

export interface TermNumbers {
  /** How many there are. */
  readonly size: number;
  numberOf(term: string): number;
  /** `place`: in the list that the term is known from. */
  numberOfKnown(of: Chosen<Buffer>['of'], place: number): number;
  /** Its first 32 bits. */
  headOf(number: number): number;
  compare(number: number, other: number): number;
  /** Those of the numbers, one after the other. */
  join(numbers: Uint32Array): Buffer;
}

const none = 2 ** 32 - 1;
const firstCapacity = 2 ** 12;
/** Of a term. */
const words = termLength / 4;

export function createTermNumbers(): TermNumbers {
  let terms = createTerms(firstCapacity);
  /** Twice as long as there is room for terms: half of it is free. */
  let table = new Uint32Array(2 * firstCapacity).fill(none);
  let size = 0;
  /** Of the list that known terms were taken from last: the number of each, or none. */
  let known: { readonly of: Buffer; readonly numbers: Uint32Array } | null = null;

  function grow(): void {
    const larger = createTerms(2 * terms.capacity);
    larger.bytes.set(terms.bytes);
    terms = larger;
    table = new Uint32Array(2 * terms.capacity).fill(none);
    for (let number = 0; number < size; number += 1) table[findSlot(number)] = number;
  }

  /** Where a term's number stands, or is to stand. */
  function findSlot(term: number): number {
    const mask = table.length - 1;
    let slot = (terms.columns[term * words] as number) & mask;
    while (table[slot] !== none && !isSame(table[slot] as number, term)) slot = (slot + 1) & mask;
    return slot;
  }

  function isSame(number: number, other: number): boolean {
    const { columns } = terms;
    for (let word = 0; word < words; word += 1)
      if (columns[number * words + word] !== columns[other * words + word]) return false;
    return true;
  }

  /** Of the term that stands after the last one. */
  function numberOfNext(): number {
    const slot = findSlot(size);
    if (table[slot] !== none) return table[slot] as number;
    table[slot] = size;
    size += 1;
    if (size === terms.capacity) grow();
    return size - 1;
  }

  return {
    get size() {
      return size;
    },

    numberOf(term) {
      terms.bytes.write(term, size * termLength, 'latin1');
      return numberOfNext();
    },

    numberOfKnown(of, place) {
      if (known?.of !== of) known = { of, numbers: new Uint32Array(of.length / termLength).fill(none) };
      const found = known.numbers[place] as number;
      if (found !== none) return found;
      of.copy(terms.bytes, size * termLength, place * termLength, (place + 1) * termLength);
      const number = numberOfNext();
      known.numbers[place] = number;
      return number;
    },

    headOf: (number) => terms.view.getUint32(number * termLength),

    compare(number, other) {
      const { view } = terms;
      for (let at = 0; at < termLength; at += 4) {
        const difference = view.getUint32(number * termLength + at) - view.getUint32(other * termLength + at);
        if (difference !== 0) return difference;
      }
      return 0;
    },

    join(numbers) {
      const joined = Buffer.alloc(numbers.length * termLength);
      for (const [index, number] of numbers.entries())
        terms.bytes.copy(joined, index * termLength, number * termLength, (number + 1) * termLength);
      return joined;
    },
  };
}

/** The same bytes in three ways. */
function createTerms(capacity: number) {
  const buffer = new ArrayBuffer(capacity * termLength);
  return { capacity, bytes: Buffer.from(buffer), columns: new Uint32Array(buffer), view: new DataView(buffer) };
}
