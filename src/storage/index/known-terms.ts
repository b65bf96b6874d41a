/** The terms and words of an index by the products that have them: as they were before they became blocks. */
import { setImmediate } from 'node:timers/promises';
import { growingUint32 } from './growing-columns.ts';
import { type Grouped, growingPairs } from './growing-pairs.ts';
import type { BlockRange, IndexManifest, WordRun } from './index-manifest.ts';
import { eachPosting } from './postings.ts';
import type { ReadBlocks } from './read-blocks.ts';
import { termLength } from './term.ts';
import { decodeBlock } from './term-block.ts';
import { decodeWords } from './word-block.ts';

const blocksAtATime = 32;

/** Some of a list. */
export interface Chosen<List> {
  readonly of: List;
  readonly places: Uint32Array;
}

/** Of one segment at a time: terms, one after the other. @throws DamagedIndex */
export async function readTerms(range: BlockRange, readBlocks: ReadBlocks) {
  const parts: Buffer[] = [];
  const pairs = growingPairs(growingUint32());
  let count = 0;
  for await (const { terms, postingsOf } of blocksOf(range, readBlocks, decodeBlock)) {
    parts.push(terms);
    for (let index = 0; index * termLength < terms.length; index += 1, count += 1) {
      eachPosting(postingsOf(index), (ordinal) => pairs.add(ordinal, count));
    }
  }
  const [of, byOrdinal] = [Buffer.concat(parts), pairs.group()];
  return (ordinal: number): Chosen<Buffer> => ({ of, places: byOrdinal.valuesOf(ordinal) });
}

/** The runs of a segment follow one another, as its products do: the next one is read when an ordinal is past this one. */
export function createReadWords({ words }: Pick<IndexManifest, 'words'>, segment: number, readBlocks: ReadBlocks) {
  const runs = words.filter((run) => run.segment === segment);
  let run: { readonly words: readonly string[]; readonly byOrdinal: Grouped<Uint32Array> } | null = null;

  async function readRun(range: WordRun): Promise<void> {
    const all: string[] = [];
    const pairs = growingPairs(growingUint32());
    for await (const block of blocksOf(range, readBlocks, decodeWords)) {
      for (const [index, word] of block.words.entries()) {
        eachPosting(block.postingsOf(index), (ordinal) => pairs.add(ordinal, all.length));
        all.push(word);
      }
    }
    run = { words: all, byOrdinal: pairs.group() };
  }

  return {
    /** To be called before `wordsOf`; ordinals ascend. @throws DamagedIndex */
    async goTo(ordinal: number): Promise<void> {
      while (runs.length > 0 && (run === null || ordinal >= run.byOrdinal.starts.length - 1))
        await readRun(runs.shift() as WordRun);
    },
    /** Whole words: each begins with its prefix. */
    wordsOf: (ordinal: number): Chosen<readonly string[]> => ({
      of: run?.words ?? [],
      places: run?.byOrdinal.valuesOf(ordinal) ?? new Uint32Array(),
    }),
  };
}

async function* blocksOf<Block extends { readonly size: number }>(
  { first, checksums }: BlockRange,
  readBlocks: ReadBlocks,
  decode: (content: Uint8Array) => Block,
): AsyncGenerator<Block> {
  for (let start = 0; start < checksums.length; start += blocksAtATime) {
    const numbers = checksums.slice(start, start + blocksAtATime).map((_, index) => first + start + index);
    const blocks = await readBlocks(new Set(numbers), decode);
    for (const number of numbers) yield blocks.get(number) as Block;
    await setImmediate();
  }
}
