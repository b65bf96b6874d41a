/**
 * Parents with their children, in blocks by the first bits of the parents' terms: one look-up says that a product is listed, that it is a parent,
 * and which products its list holds. Those of large families are found by terms, as everything else is: their postings take less.
 */
import { inTurns } from '../in-turns.ts';
import { growingUint32 } from './growing-columns.ts';
import { growingPairs } from './growing-pairs.ts';
import type { BlockRange } from './index-manifest.ts';
import { decodeNumbers, encodeNumbers } from './number-block.ts';
import { listedOrdinals, type OrdinalSet } from './ordinal-set.ts';
import type { DecodedBlock, ReadBlocks } from './read-blocks.ts';
import { blockOfTerm, termsOfBlocks } from './segment-builder.ts';
import { termOf } from './term.ts';
import { indexOfTerm } from './term-block.ts';
import { createTermNumbers } from './term-numbers.ts';
import type { BlockWriter } from './write-blocks.ts';

export interface FamilyCollector {
  /** `children`: their ordinals, ascending. */
  add(parentId: string, children: readonly number[]): void;
  write(writer: BlockWriter): Promise<BlockRange>;
}

/** In children. */
export const largestFamily = 4096;
/** On average, a parent counting as four children: as many bytes as it takes. */
const childrenOfBlock = 4096;

export function collectFamilies(): FamilyCollector {
  const parents = createTermNumbers();
  const pairs = growingPairs(growingUint32());

  function* blocks(): Generator<Buffer> {
    if (parents.size === 0) return;
    const count = 2 ** Math.max(0, Math.ceil(Math.log2((pairs.length + 4 * parents.size) / childrenOfBlock)));
    const { valuesOf } = pairs.group();
    for (const own of termsOfBlocks(parents, count)) yield encodeFamilies(parents.join(own), Array.from(own, valuesOf));
  }

  return {
    add(parentId, children) {
      if (children.length > largestFamily) return;
      const number = parents.numberOf(termOf('parent', parentId));
      for (const child of children) pairs.add(number, child);
    },
    write: (writer) => writer.write(blocks()),
  };
}

/** By the parents' ids, of those that are listed parents, and whose families are not large. @throws DamagedIndex */
export type FindFamilies = (parentIds: readonly string[]) => Promise<ReadonlyMap<string, OrdinalSet>>;

/** That are read and looked through in one turn. */
const parentsAtATime = 128;

/** `range` undefined: the release has none. */
export function openFamilies(range: BlockRange | undefined, readBlocks: ReadBlocks): FindFamilies {
  return async (parentIds) => {
    const found = new Map<string, OrdinalSet>();
    if (!range || range.checksums.length === 0) return found;
    await inTurns(parentIds, parentsAtATime, async (some) => {
      const lookups = some.map((parentId) => {
        const term = termOf('parent', parentId);
        return { parentId, term, block: blockOfTerm(term, range) };
      });
      const blocks = await readBlocks(new Set(lookups.map(({ block }) => block)), decodeFamilies);
      for (const { parentId, term, block } of lookups) {
        const family = blocks.get(block)?.find(term);
        if (family) found.set(parentId, family);
      }
    });
    return found;
  };
}

interface FamilyBlock extends DecodedBlock {
  /** Null: it is no parent that is listed, or its family is large. */
  find(term: string): OrdinalSet | null;
}

/** The parents' terms, where the children of each end, and these. */
function encodeFamilies(terms: Uint8Array, families: readonly Uint32Array[]): Buffer {
  const ends = new Uint32Array(families.length);
  const children = new Uint32Array(families.reduce((sum, { length }) => sum + length, 0));
  let end = 0;
  for (const [index, family] of families.entries()) {
    children.set(family, end);
    end += family.length;
    ends[index] = end;
  }
  return encodeNumbers([terms, ends, children]);
}

function decodeFamilies(content: Uint8Array): FamilyBlock {
  const { columns, size } = decodeNumbers(content);
  const [bytes, ends, children] = columns as readonly [Uint8Array, Uint32Array, Uint32Array];
  const terms = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return {
    size,
    find(term) {
      const index = indexOfTerm(terms, term);
      if (index === null) return null;
      return listedOrdinals(children.subarray(index === 0 ? 0 : ends[index - 1], ends[index]));
    },
  };
}
