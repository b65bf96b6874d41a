/** A part of what products of one release show, from the database into memory: each row is compared with its checksum. */
import { sql } from 'kysely';
import type { ShownPart, ShownProduct } from '../../domain/product/shown-product.ts';
import type { Engine } from '../engines/engine.ts';
import { firstWithin } from '../first-within.ts';
import { type BytesBudget, type Measured, readWithLongTexts, textsUpTo } from '../long-texts.ts';
import { repeatStatement } from '../repeated-statement.ts';
import type { ReleaseOrdinalTable } from '../schema.ts';
import { DamagedIndex } from './index-manifest.ts';
import { otherSlots, type ReadSlotChecksums, type SlotChecksumsOf } from './slot-checksums.ts';
import type { SlotMemory } from './slot-memory.ts';

/** That are read at once, or fewer where they are large: some milliseconds' work. */
const neighboursAtATime = 500;
const bytesAtATime = 2 ** 21;
/** Of a text whose size is not known. */
const assumedBytes = Math.floor(bytesAtATime / 50);

export interface SlotRowsOptions {
  readonly releaseId: number;
  /** How many products it lists. */
  readonly size: number;
  readonly part: ShownPart;
  /** Of that part. */
  readonly memory: SlotMemory;
  /** Null: there are none to compare with. */
  readonly readChecksums: ReadSlotChecksums | null;
}

export interface SlotRows {
  /** Each of them once. @throws DamagedIndex; DomainError LIMIT_EXCEEDED where they have more bytes than a response may */
  load(ordinals: readonly number[], budget: BytesBudget): Promise<ReadonlyMap<number, ShownProduct>>;
  /**
   * Some neighbours from the first on: those that are not in memory, and are as they were written. Resolves with the ordinal after them; null:
   * there is none. @throws DamagedIndex
   */
  loadNeighbours(first: number): Promise<number | null>;
}

/** A row as it is stored. */
export interface StoredSlots extends Pick<ReleaseOrdinalTable, 'ordinal' | 'sort_key'> {
  /** Of the part that was read. */
  readonly text: string | null;
}

export function openSlotRows(
  engine: Engine,
  { releaseId, size, part, memory, readChecksums }: SlotRowsOptions,
): SlotRows {
  function select(ordinals: readonly number[], longest: number) {
    return repeatStatement<StoredSlots & Measured>(engine.ofRelease(releaseId).reader, {
      name: `${part} of products`,
      build: () =>
        sql<StoredSlots & Measured>`select ordinal, sort_key, ${textsUpTo(longest, { text: part })} from release_ordinal
          where release_id = ${releaseId} and ${engine.isOneOfNumbers(sql.ref('ordinal'), ordinals)}`,
      parameters: [longest, releaseId, engine.toParameter(ordinals)],
    });
  }

  /** Null: it is not what was written. */
  function keep({ ordinal, sort_key: sortKey, text }: StoredSlots, checksum: number | undefined): ShownProduct | null {
    // SQLite has other types in columns of texts, too.
    const row = { ordinal, sortKey, text: typeof text === 'string' ? text : '' };
    return memory.add(releaseId, readChecksums ? { ...row, checksum } : row);
  }

  return {
    async load(ordinals, budget) {
      const reads = { read: select, keyOf: ({ ordinal }: StoredSlots) => ordinal, budget };
      const [rows, sums] = await Promise.all([readWithLongTexts(ordinals, reads), readChecksums?.(ordinals)]);
      const found = new Map<number, ShownProduct>();
      for (const row of rows) {
        const shown = keep(row, sums?.checksumOf(row.ordinal));
        if (!shown) throw otherSlots(releaseId, row.ordinal);
        found.set(row.ordinal, shown);
      }
      const lost = ordinals.find((ordinal) => !found.has(ordinal));
      if (lost === undefined) return found;
      throw new DamagedIndex(releaseId, `what the product of the ordinal ${lost} shows is missing`);
    },

    async loadNeighbours(first) {
      const ordinals = neighboursFrom(first, size);
      const sums = await readChecksums?.(ordinals);
      const end = endOfNeighbours(ordinals, sums);
      const rows = await readNeighbours(engine.ofRelease(releaseId), { releaseId, part, first, end });
      for (const row of rows)
        if (memory.find(releaseId, row.ordinal) === null) keep(row, sums?.checksumOf(row.ordinal));
      return end < size ? end : null;
    },
  };
}

/** That may be read at once. */
export function neighboursFrom(first: number, size: number): number[] {
  return Array.from({ length: Math.min(neighboursAtATime, size - first) }, (_, index) => first + index);
}

/** Up to where they are read at once: one at the least. */
export function endOfNeighbours(
  ordinals: readonly number[],
  sums: Pick<SlotChecksumsOf, 'sizeOf'> | undefined,
): number {
  const sizeOf = (ordinal: number) => sums?.sizeOf(ordinal) ?? assumedBytes;
  return (ordinals[0] as number) + firstWithin(ordinals, bytesAtATime, sizeOf).length;
}

export interface Neighbours extends Pick<SlotRowsOptions, 'releaseId' | 'part'> {
  readonly first: number;
  /** Not included. */
  readonly end: number;
}

/** In the order of their ordinals. */
export function readNeighbours(
  { reader }: Engine,
  { releaseId, part, first, end }: Neighbours,
): Promise<readonly StoredSlots[]> {
  return repeatStatement<StoredSlots>(reader, {
    name: `${part} of neighbours`,
    build: () =>
      sql<StoredSlots>`select ordinal, sort_key, ${sql.ref(part)} as text from release_ordinal
        where release_id = ${releaseId} and ordinal >= ${first} and ordinal < ${end} order by ordinal`,
    parameters: [releaseId, first, end],
  });
}
