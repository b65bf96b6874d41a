/**
 * A checksum of each part of what a product shows, in blocks of the index: rows of slots are read one by one, and each is compared when it comes from
 * the database. A row that stands in another's place is told as one that is changed is.
 */
import { crc32 } from 'node:zlib';
import type { ShownPart } from '../../domain/product/shown-product.ts';
import { growingUint32 } from './growing-columns.ts';
import { type BlockRange, DamagedIndex } from './index-manifest.ts';
import { decodeNumbers, encodeNumbers } from './number-block.ts';
import type { ReadBlocks } from './read-blocks.ts';
import type { BlockWriter } from './write-blocks.ts';

/** Of 8 kB. */
const ordinalsOfBlock = 2048;

export function otherSlots(releaseId: number, ordinal: number): DamagedIndex {
  return new DamagedIndex(releaseId, `what the product of the ordinal ${ordinal} shows is not what was written`);
}

/** `packed`: the sort key's UTF-8 and the text, as they lie in memory (`PackedSlots`). */
export function checksumOfPacked(packed: Uint8Array): number {
  return crc32(packed);
}

/** The same, of the texts themselves. */
export function checksumOfSlots(sortKey: string, text: string): number {
  return crc32(Buffer.from(text, 'latin1'), crc32(sortKey));
}

/** Of what one product shows. */
export type ShownChecksums = Readonly<Record<ShownPart, number>>;

export interface SlotChecksums {
  /** In the order of the lists. */
  add(checksums: ShownChecksums): void;
  write(writer: BlockWriter): Promise<Record<ShownPart, BlockRange>>;
}

export function collectSlotChecksums(): SlotChecksums {
  const [ofSlots, ofDetails] = [growingUint32(), growingUint32()];
  return {
    add({ slots, details }) {
      ofSlots.push(slots);
      ofDetails.push(details);
    },
    write: async (writer) => ({
      slots: await writer.write(blocksOf(ofSlots.values())),
      details: await writer.write(blocksOf(ofDetails.values())),
    }),
  };
}

function* blocksOf(checksums: Uint32Array): Generator<Uint8Array> {
  for (let start = 0; start < checksums.length; start += ordinalsOfBlock) {
    yield encodeNumbers([checksums.subarray(start, start + ordinalsOfBlock)]);
  }
}

/** Of these products. @throws DamagedIndex */
export type ReadSlotChecksums = (ordinals: readonly number[]) => Promise<SlotChecksumOf>;
/** Undefined: there is no such product. */
export type SlotChecksumOf = (ordinal: number) => number | undefined;

export function createReadSlotChecksums({ first }: BlockRange, readBlocks: ReadBlocks): ReadSlotChecksums {
  const blockOf = (ordinal: number) => first + Math.floor(ordinal / ordinalsOfBlock);
  return async (ordinals) => {
    const blocks = await readBlocks(new Set(ordinals.map(blockOf)), decodeNumbers);
    return (ordinal) => blocks.get(blockOf(ordinal))?.columns[0]?.[ordinal % ordinalsOfBlock] as number | undefined;
  };
}
