/**
 * Collects the words of a segment's products. Where they are too many to be kept, those so far become a run of their own: whatever
 * a release holds, it takes some 60 MB at the most, most of it outside of the heap.
 */
import { detached } from '../../lib/detached.ts';
import { inPortions } from '../../lib/in-portions.ts';
import { growingUint16 } from './growing-columns.ts';
import { type Grouped, growingPairs } from './growing-pairs.ts';
import type { WordRun } from './index-manifest.ts';
import type { Chosen } from './known-terms.ts';
import type { WordsOfField } from './product-words.ts';
import { encodeWords } from './word-block.ts';
import type { BlockWriter } from './write-blocks.ts';

export interface WordCollector {
  /** `ordinal`: in the segment. Ordinals come in ascending order. */
  add(ordinal: number, words: readonly WordsOfField[]): void;
  /** Whole words: each begins with its prefix. */
  addKnown(ordinal: number, words: Chosen<readonly string[]>): void;
  readonly isFull: boolean;
  /** Null: there are no words. Begins anew. */
  write(writer: BlockWriter, segment: number): Promise<WordRun | null>;
}

const limits = { words: 150_000, pairs: 5_000_000 } as const;
/** Of postings that a block holds, with some for each word. */
const numbersOfBlock = 16_384;
const numbersOfWord = 16;

export function createWordCollector(): WordCollector {
  let numbers = createNumbers();
  let pairs = growingPairs(growingUint16());

  return {
    add(ordinal, words) {
      for (const { prefix, words: own } of words) {
        const numberOf = numbers.ofPrefix(prefix);
        for (const word of own) pairs.add(numberOf(word), ordinal);
      }
    },

    addKnown(ordinal, { of: words, places }) {
      for (const place of places) pairs.add(numbers.ofKnown(words, place), ordinal);
    },

    get isFull() {
      return numbers.size >= limits.words || pairs.length >= limits.pairs;
    },

    async write(writer, segment) {
      if (numbers.size === 0) return null;
      const firstWords: string[] = [];
      function* blocks() {
        const sizeOf = ([, ordinals]: Word) => ordinals.length + numbersOfWord;
        for (const words of inPortions(inOrder(numbers.all(), pairs.group()), numbersOfBlock, sizeOf)) {
          firstWords.push((words[0] as Word)[0]);
          yield encodeWords(words);
        }
      }
      const range = await writer.write(blocks());
      numbers = createNumbers();
      pairs = growingPairs(growingUint16());
      return { segment, ...range, firstWords };
    },
  };
}

/** Words by their prefixes: most are one of the few texts that a field has again and again, and are found without being put together. */
function createNumbers() {
  const byPrefix = new Map<string, Map<string, number>>();
  /** Of the list that known words were taken from last: the number of each, or -1. */
  let known: { readonly words: readonly string[]; readonly numbers: Int32Array } | null = null;
  let size = 0;

  function ofPrefix(prefix: string): (word: string) => number {
    const own = byPrefix.get(prefix) ?? new Map<string, number>();
    byPrefix.set(prefix, own);
    return (word) => {
      const number = own.get(word);
      if (number !== undefined) return number;
      own.set(detached(word), size);
      size += 1;
      return size - 1;
    };
  }

  return {
    get size() {
      return size;
    },
    ofPrefix,
    ofKnown(words: readonly string[], place: number): number {
      if (known?.words !== words) known = { words, numbers: new Int32Array(words.length).fill(-1) };
      const number = known.numbers[place] as number;
      if (number !== -1) return number;
      const word = words[place] as string;
      // A language may hold a space, a word does not.
      const start = word.lastIndexOf(' ') + 1;
      known.numbers[place] = ofPrefix(word.slice(0, start))(word.slice(start));
      return known.numbers[place] as number;
    },
    /** The whole words. */
    all(): Map<string, number> {
      const words = new Map<string, number>();
      for (const [prefix, own] of byPrefix) for (const [word, number] of own) words.set(prefix + word, number);
      return words;
    },
  };
}

type Word = readonly [word: string, ordinals: Uint16Array<ArrayBuffer>];

/** `pairs`: of each word's number its ordinals, in their order. */
function* inOrder(numbers: ReadonlyMap<string, number>, pairs: Grouped<Word[1]>): Generator<Word> {
  for (const word of [...numbers.keys()].sort()) yield [word, pairs.valuesOf(numbers.get(word) as number)];
}
