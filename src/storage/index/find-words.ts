/** Products that have a word, or one that begins with it, in a field. */
import { type Charges, workPrices } from '../../domain/work-budget.ts';
import { inTurns } from '../in-turns.ts';
import { addAllTo, type Bitmaps, bitmapOf, type GrowingBitmaps, noBitmaps } from './bitmaps.ts';
import type { WordRun } from './index-manifest.ts';
import type { ReadBlocks } from './read-blocks.ts';
import { decodeWords, placeOfWord, type WordBlock } from './word-block.ts';

export interface FoundByWord {
  /** That have the very word. */
  readonly whole: Bitmaps;
  /** That have one that begins with it: these, too. */
  readonly beginning: Bitmaps;
}

export type FindWords = (word: string, budget: Charges) => Promise<FoundByWord>;

interface WantedBlock {
  readonly block: number;
  readonly segment: number;
  /** Each of its words begins with the word, and none is the word itself: it need not be looked through. */
  readonly isWhole: boolean;
}

/** That are read and looked through in one turn. */
const blocksAtATime = 32;

export function createFindWords(segmentCount: number, runs: readonly WordRun[], readBlocks: ReadBlocks): FindWords {
  return async (word, budget) => {
    const [whole, beginning] = [noBitmaps(segmentCount), noBitmaps(segmentCount)];
    const wanted = runs.flatMap((run) => blocksOf(run, word));
    await inTurns(wanted, blocksAtATime, async (some) => {
      budget.charge(workPrices.indexBlock * some.length);
      const blocks = await readBlocks(new Set(some.map(({ block }) => block)), decodeWords);
      for (const { block, segment, isWhole } of some) {
        const found = blocks.get(block) as WordBlock;
        if (isWhole) found.addAllTo(bitmapOf(beginning, segment));
        else lookThrough(found, word, segment, { whole, beginning });
      }
    });
    return { whole, beginning };
  };
}

type Finding = Record<keyof FoundByWord, GrowingBitmaps>;

function lookThrough(block: WordBlock, word: string, segment: number, { whole, beginning }: Finding): void {
  const { words } = block;
  for (let place = placeOfWord(words, word); words[place]?.startsWith(word); place += 1) {
    const postings = block.postingsOf(place);
    addAllTo(beginning, segment, postings);
    if (words[place] === word) addAllTo(whole, segment, postings);
  }
}

/** From the one that the word itself stands in, or would, to the last that has words which begin with it. */
function blocksOf({ first, firstWords, segment }: WordRun, word: string): WantedBlock[] {
  const blocks: WantedBlock[] = [];
  const next = placeOfWord(firstWords, word);
  for (let index = firstWords[next] === word ? next : Math.max(0, next - 1); index < firstWords.length; index += 1) {
    const begins = firstWords[index] as string;
    if (begins > word && !begins.startsWith(word)) break;
    const isWhole = begins > word && firstWords[index + 1]?.startsWith(word) === true;
    blocks.push({ block: first + index, segment, isWhole });
  }
  return blocks;
}
