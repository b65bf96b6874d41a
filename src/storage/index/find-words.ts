/** Products that have a word, or one that begins with it, in a field. */
import type { Charges } from '../../domain/work-budget.ts';
import { inTurns } from '../in-turns.ts';
import { addAllTo, type Bitmaps, noBitmaps } from './bitmaps.ts';
import type { WordRun } from './index-manifest.ts';
import type { ReadBlocks } from './read-blocks.ts';
import { decodeWords, placeOfWord } from './word-block.ts';

export interface FoundByWord {
  /** That have the very word. */
  readonly whole: Bitmaps;
  /** That have one that begins with it: these, too. */
  readonly beginning: Bitmaps;
}

export type FindWords = (word: string, budget: Charges) => Promise<FoundByWord>;

/** Of a block that is looked through. */
const unitsOfBlock = 10;
/** That are read and looked through in one turn. */
const blocksAtATime = 32;

export function createFindWords(segmentCount: number, runs: readonly WordRun[], readBlocks: ReadBlocks): FindWords {
  return async (word, budget) => {
    const [whole, beginning] = [noBitmaps(segmentCount), noBitmaps(segmentCount)];
    const wanted = runs.flatMap((run) => blocksOf(run, word).map((block) => ({ block, segment: run.segment })));
    await inTurns(wanted, blocksAtATime, async (some) => {
      budget.charge(unitsOfBlock * some.length);
      const blocks = await readBlocks(new Set(some.map(({ block }) => block)), decodeWords);
      for (const { block, segment } of some) {
        const found = blocks.get(block);
        if (!found) continue;
        const { words } = found;
        for (let place = placeOfWord(words, word); words[place]?.startsWith(word); place += 1) {
          const postings = found.postingsOf(place);
          addAllTo(beginning, segment, postings);
          if (words[place] === word) addAllTo(whole, segment, postings);
        }
      }
    });
    return { whole, beginning };
  };
}

/** From the one that the word itself stands in, or would, to the last that has words which begin with it. */
function blocksOf({ first, firstWords }: WordRun, word: string): number[] {
  const blocks: number[] = [];
  const next = placeOfWord(firstWords, word);
  for (let index = firstWords[next] === word ? next : Math.max(0, next - 1); index < firstWords.length; index += 1) {
    const begins = firstWords[index] as string;
    if (begins > word && !begins.startsWith(word)) break;
    blocks.push(first + index);
  }
  return blocks;
}
