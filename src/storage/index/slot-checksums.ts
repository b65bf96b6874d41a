/**
 * A checksum and the size of each part of what a product shows, in blocks of the index: each row of slots is compared when it comes from the database,
 * and how many are read at once is known before. A row that stands in another's place is told as one that is changed is; so is a sort key, which has
 * a checksum of its own where documents are read by it.
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

/** Of what one product shows: its checksums, or how many bytes its texts have. */
export type ShownNumbers = Readonly<Record<ShownPart, number>>;

/** A product whose parts were measured. */
export interface MeasuredRow {
  readonly sort_key: string;
  readonly checksums: ShownNumbers;
  readonly sizes: ShownNumbers;
}

export interface SlotChecksums {
  /** In the order of the lists. */
  add(row: MeasuredRow): void;
  write(writer: BlockWriter): Promise<Record<ShownPart, BlockRange>>;
}

export function collectSlotChecksums(): SlotChecksums {
  const [slots, details] = [collectPart(3), collectPart(2)];
  return {
    add({ sort_key, checksums, sizes }) {
      slots.add(checksums.slots, sizes.slots, crc32(sort_key));
      details.add(checksums.details, sizes.details);
    },
    write: async (writer) => ({ slots: await slots.write(writer), details: await details.write(writer) }),
  };
}

function collectPart(columnCount: number) {
  const growing = Array.from({ length: columnCount }, growingUint32);
  let size = 0;

  function* blocks(): Generator<Uint8Array> {
    const columns = growing.map((column) => column.values());
    for (let start = 0; start < size; start += ordinalsOfBlock) {
      yield encodeNumbers(columns.map((column) => column.subarray(start, start + ordinalsOfBlock)));
    }
  }

  return {
    add(...numbers: readonly number[]): void {
      for (const [column, number] of numbers.entries()) growing[column]?.push(number);
      size += 1;
    },
    write: (writer: BlockWriter) => writer.write(blocks()),
  };
}

/** Of these products. @throws DamagedIndex */
export type ReadSlotChecksums = (ordinals: readonly number[]) => Promise<SlotChecksumsOf>;

export interface SlotChecksumsOf {
  /** Undefined: there is no such product. */
  checksumOf(ordinal: number): number | undefined;
  /** Undefined, too: a version that wrote no sizes published the release. */
  sizeOf(ordinal: number): number | undefined;
  /** And whether that is the sort key there; true as well where such a version wrote none of these checksums. */
  isSortKey(ordinal: number, sortKey: string): boolean;
}

export function createReadSlotChecksums({ first }: BlockRange, readBlocks: ReadBlocks): ReadSlotChecksums {
  const blockOf = (ordinal: number) => first + Math.floor(ordinal / ordinalsOfBlock);
  return async (ordinals) => {
    const blocks = await readBlocks(new Set(ordinals.map(blockOf)), decodeNumbers);
    const read = (column: number) => (ordinal: number) =>
      blocks.get(blockOf(ordinal))?.columns[column]?.[ordinal % ordinalsOfBlock] as number | undefined;
    const keyChecksumOf = read(2);
    const isSortKey = (ordinal: number, sortKey: string) =>
      (keyChecksumOf(ordinal) ?? crc32(sortKey)) === crc32(sortKey);
    return { checksumOf: read(0), sizeOf: read(1), isSortKey };
  };
}
