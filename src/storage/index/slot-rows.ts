/** What products of one release show, from the database into memory: each row is compared with its checksum. */
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { ShownProduct } from '../../domain/product/shown-product.ts';
import type { Engine } from '../engines/engine.ts';
import { repeatStatement } from '../repeated-statement.ts';
import { DamagedIndex } from './index-manifest.ts';
import { otherSlots, type ReadSlotChecksums } from './slot-checksums.ts';
import type { SlotMemory } from './slot-memory.ts';

export interface SlotRowsOptions {
  readonly releaseId: number;
  readonly memory: SlotMemory;
  /** Null: there are none to compare with. */
  readonly readChecksums: ReadSlotChecksums | null;
}

export interface SlotRows {
  /** Each of them once. @throws DamagedIndex */
  load(ordinals: readonly number[]): Promise<ReadonlyMap<number, ShownProduct>>;
  /** Neighbours, from the first to before the end: those that are not in memory, and that are as they were written. @throws DamagedIndex */
  loadNeighbours(first: number, end: number): Promise<void>;
}

/** A row as it is stored. */
export interface StoredSlots {
  readonly ordinal: number;
  readonly sort_key: string;
  readonly slots: string | null;
}

export function openSlotRows(engine: Engine, { releaseId, memory, readChecksums }: SlotRowsOptions): SlotRows {
  function select(name: string, condition: RawBuilder<SqlBool>, parameters: readonly unknown[]) {
    return repeatStatement<StoredSlots>(engine.ofRelease(releaseId).reader, {
      name,
      build: (database) =>
        sql<StoredSlots>`select ordinal, sort_key, slots from release_ordinal
          where release_id = ${releaseId} and ${condition}`.compile(database),
      parameters: [releaseId, ...parameters],
    });
  }

  /** Null: it is not what was written. */
  function keep({ ordinal, sort_key: sortKey, slots }: StoredSlots, checksum: number | undefined): ShownProduct | null {
    const row = { ordinal, sortKey, text: slots ?? '' };
    return memory.add(releaseId, readChecksums ? { ...row, checksum } : row);
  }

  return {
    async load(ordinals) {
      const isWanted = engine.isOneOfNumbers(sql.ref('ordinal'), ordinals);
      const [rows, checksumOf] = await Promise.all([
        select('slots of products', isWanted, [engine.toParameter(ordinals)]),
        readChecksums?.(ordinals),
      ]);
      const found = new Map<number, ShownProduct>();
      for (const row of rows) {
        const shown = keep(row, checksumOf?.(row.ordinal));
        if (!shown) throw otherSlots(releaseId, row.ordinal);
        found.set(row.ordinal, shown);
      }
      const lost = ordinals.find((ordinal) => !found.has(ordinal));
      if (lost === undefined) return found;
      throw new DamagedIndex(releaseId, `what the product of the ordinal ${lost} shows is missing`);
    },

    async loadNeighbours(first, end) {
      const ordinals = Array.from({ length: end - first }, (_, index) => first + index);
      const isMissing = (ordinal: number) => memory.find(releaseId, ordinal) === null;
      if (!ordinals.some(isMissing)) return;
      const [rows, checksumOf] = await Promise.all([
        select('slots of neighbours', sql`ordinal >= ${first} and ordinal < ${end}`, [first, end]),
        readChecksums?.(ordinals),
      ]);
      for (const row of rows.filter(({ ordinal }) => isMissing(ordinal))) keep(row, checksumOf?.(row.ordinal));
    },
  };
}
