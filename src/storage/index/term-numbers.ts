/** Numbers terms, beside the heap: a hash table of their own bytes, which are a hash already. */
import { termLength } from './term.ts';

export interface TermNumbers {
  /** How many there are. */
  readonly size: number;
  numberOf(term: string): number;
  /** `place`: in a list of terms that are known, one after the other. */
  numberOfKnown(of: Buffer, place: number): number;
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
  const table = createTermTable();
  /** Of the list that known terms were taken from last: the number of each, or none. */
  let known: { readonly of: Buffer; readonly numbers: Uint32Array } | null = null;
  return {
    get size() {
      return table.size;
    },

    numberOf(term) {
      table.terms.bytes.write(term, table.size * termLength, 'latin1');
      return table.numberOfNext();
    },

    numberOfKnown(of, place) {
      if (known?.of !== of) known = { of, numbers: new Uint32Array(of.length / termLength).fill(none) };
      const found = known.numbers[place] as number;
      if (found !== none) return found;
      of.copy(table.terms.bytes, table.size * termLength, place * termLength, (place + 1) * termLength);
      const number = table.numberOfNext();
      known.numbers[place] = number;
      return number;
    },

    headOf: (number) => table.terms.view.getUint32(number * termLength),

    compare(number, other) {
      const { view } = table.terms;
      for (let at = 0; at < termLength; at += 4) {
        const difference = view.getUint32(number * termLength + at) - view.getUint32(other * termLength + at);
        if (difference !== 0) return difference;
      }
      return 0;
    },

    join(numbers) {
      const joined = Buffer.alloc(numbers.length * termLength);
      for (const [index, number] of numbers.entries())
        table.terms.bytes.copy(joined, index * termLength, number * termLength, (number + 1) * termLength);
      return joined;
    },
  };
}

/** Terms by their numbers, with room for the next one, and the numbers by the terms' bytes. */
function createTermTable() {
  let terms = createTerms(firstCapacity);
  /** Twice as long as there is room for terms: half of it is free. */
  let slots = new Uint32Array(2 * firstCapacity).fill(none);
  let size = 0;

  function grow(): void {
    const larger = createTerms(2 * terms.capacity);
    larger.bytes.set(terms.bytes);
    terms = larger;
    slots = new Uint32Array(2 * terms.capacity).fill(none);
    for (let number = 0; number < size; number += 1) slots[findSlot(number)] = number;
  }

  /** Where a term's number stands, or is to stand. */
  function findSlot(term: number): number {
    const mask = slots.length - 1;
    let slot = (terms.columns[term * words] as number) & mask;
    while (slots[slot] !== none && !isSame(terms.columns, slots[slot] as number, term)) slot = (slot + 1) & mask;
    return slot;
  }

  return {
    get terms() {
      return terms;
    },
    get size() {
      return size;
    },
    /** Of the term that was written after the last one. */
    numberOfNext(): number {
      const slot = findSlot(size);
      if (slots[slot] !== none) return slots[slot] as number;
      slots[slot] = size;
      size += 1;
      if (size === terms.capacity) grow();
      return size - 1;
    },
  };
}

function isSame(columns: Uint32Array, number: number, other: number): boolean {
  for (let word = 0; word < words; word += 1)
    if (columns[number * words + word] !== columns[other * words + word]) return false;
  return true;
}

/** The same bytes in three ways. */
function createTerms(capacity: number) {
  const buffer = new ArrayBuffer(capacity * termLength);
  return { capacity, bytes: Buffer.from(buffer), columns: new Uint32Array(buffer), view: new DataView(buffer) };
}
