/** Numbers that products have: of their tags, of their options, of their children. */
import { type Charges, workPrices } from '../../domain/work-budget.ts';
import { inTurns } from '../in-turns.ts';
import type { Bitmaps } from './bitmaps.ts';
import { growingUint32 } from './growing-columns.ts';
import { growingPairs } from './growing-pairs.ts';
import type { BlockRange } from './index-manifest.ts';
import { decodeNumbers, encodeNumbers } from './number-block.ts';
import { eachOrdinal, segmentSize } from './postings.ts';
import type { ReadBlocks } from './read-blocks.ts';
import type { BlockWriter } from './write-blocks.ts';

export interface RelationCollector {
  /** In any order of products. */
  add(ordinal: number, value: number): void;
  write(writer: BlockWriter, size: number): Promise<BlockRange>;
}

/** Products whose numbers stand in a block; a part of a segment. */
const productsOfBlock = 8192;

export function createRelationCollector(): RelationCollector {
  const pairs = growingPairs(growingUint32());

  function* blocks(size: number): Generator<Buffer> {
    const { starts, values } = pairs.group(size);
    for (let start = 0; start < size; start += productsOfBlock) {
      const own = starts.subarray(start, Math.min(size, start + productsOfBlock) + 1);
      const first = own[0] as number;
      yield encodeNumbers([own.map((end) => end - first), values.slice(first, own.at(-1))]);
    }
  }

  return {
    add: pairs.add,
    write: (writer, size) => writer.write(blocks(size)),
  };
}

/** Tells a product's numbers: those of `values` between the two places. */
export type VisitRelated = (ordinal: number, values: Uint32Array, from: number, to: number) => void;

export interface Relation {
  /** Visits those of `within`, null for all, in their order. @throws DamagedIndex */
  each(within: Bitmaps | null, budget: Charges, visit: VisitRelated): Promise<void>;
  /** Reads those of `within`, to be visited one by one in any order. @throws DamagedIndex */
  read(within: Bitmaps, budget: Charges): Promise<(ordinal: number, visit: VisitRelated) => void>;
}

/** That are read and visited in one turn: some two milliseconds. */
const blocksAtATime = 16;

export function openRelation({ first, checksums }: BlockRange, readBlocks: ReadBlocks): Relation {
  async function readEach(
    within: Bitmaps | null,
    budget: Charges,
    take: (block: number, columns: readonly Uint32Array[]) => void,
  ): Promise<void> {
    const wanted = [...checksums.keys()].filter((block) => within === null || hasAny(within, block));
    await inTurns(wanted, blocksAtATime, async (some) => {
      budget.charge(workPrices.indexBlock * some.length);
      const blocks = await readBlocks(new Set(some.map((block) => first + block)), decodeNumbers);
      for (const block of some) take(block, blocks.get(first + block)?.columns as readonly Uint32Array[]);
    });
  }

  return {
    each: (within, budget, visit) =>
      readEach(within, budget, (block, columns) => visitBlock(block * productsOfBlock, columns, { within, visit })),

    async read(within, budget) {
      const known = new Map<number, readonly Uint32Array[]>();
      await readEach(within, budget, (block, columns) => known.set(block, columns));
      return (ordinal, visit) => {
        const index = ordinal % productsOfBlock;
        const [ends, values] = known.get((ordinal - index) / productsOfBlock) ?? [];
        if (ends && values) visit(ordinal, values, ends[index] as number, ends[index + 1] as number);
      };
    },
  };
}

interface Visiting {
  readonly within: Bitmaps | null;
  readonly visit: VisitRelated;
}

/** A block begins at a multiple of 32, so that whole words of a bitmap are its products. */
function visitBlock(first: number, [ends, values]: readonly Uint32Array[], { within, visit }: Visiting): void {
  if (!ends || !values) return;
  const begin = first % segmentSize;
  const visitOne = (place: number) => {
    const index = place - begin;
    const [from, to] = [ends[index] as number, ends[index + 1] as number];
    if (from < to) visit(first + index, values, from, to);
  };
  const bitmap = within?.[Math.floor(first / segmentSize)];
  if (bitmap) eachOrdinal(bitmap, begin, begin + productsOfBlock, visitOne);
  else for (let place = begin; place < begin + ends.length - 1; place += 1) visitOne(place);
}

function hasAny(bitmaps: Bitmaps, block: number): boolean {
  const first = block * productsOfBlock;
  const bitmap = bitmaps[Math.floor(first / segmentSize)];
  const word = (first % segmentSize) / 32;
  return bitmap?.subarray(word, word + productsOfBlock / 32).some((bits) => bits !== 0) ?? false;
}
