/** A part of what products of one release show, from the database into memory: each row is compared with its checksum. */
import { sql } from 'kysely';
import type { ShownPart, ShownProduct } from '../../domain/product/shown-product.ts';
import type { Engine } from '../engines/engine.ts';
import { repeatStatement } from '../repeated-statement.ts';
import { DamagedIndex } from './index-manifest.ts';
import { otherSlots, type ReadSlotChecksums } from './slot-checksums.ts';
import type { SlotMemory } from './slot-memory.ts';

/** That are read at once, or fewer where they are large: some milliseconds' work. */
const neighboursAtATime = 500;
const bytesAtATime = 2 ** 21;

export interface SlotRowsOptions {
  readonly releaseId: number;
  readonly part: ShownPart;
  /** Of that part. */
  readonly memory: SlotMemory;
  /** Null: there are none to compare with. */
  readonly readChecksums: ReadSlotChecksums | null;
}

export interface SlotRows {
  /** Each of them once. @throws DamagedIndex */
  load(ordinals: readonly number[]): Promise<ReadonlyMap<number, ShownProduct>>;
  /**
   * Some neighbours from the first on: those that are not in memory, and are as they were written. Resolves with the ordinal after them; null:
   * there are none. @throws DamagedIndex
   */
  loadNeighbours(first: number): Promise<number | null>;
}

/** A row as it is stored. */
export interface StoredSlots {
  readonly ordinal: number;
  readonly sort_key: string;
  /** Of the part that was read. */
  readonly text: string | null;
}

export function openSlotRows(engine: Engine, { releaseId, part, memory, readChecksums }: SlotRowsOptions): SlotRows {
  function select(ordinals: readonly number[]) {
    return repeatStatement<StoredSlots>(engine.ofRelease(releaseId).reader, {
      name: `${part} of products`,
      build: (database) =>
        sql<StoredSlots>`select ordinal, sort_key, ${sql.ref(part)} as text from release_ordinal
          where release_id = ${releaseId} and ${engine.isOneOfNumbers(sql.ref('ordinal'), ordinals)}`.compile(database),
      parameters: [releaseId, engine.toParameter(ordinals)],
    });
  }

  /** Null: it is not what was written. */
  function keep({ ordinal, sort_key: sortKey, text }: StoredSlots, checksum: number | undefined): ShownProduct | null {
    const row = { ordinal, sortKey, text: text ?? '' };
    return memory.add(releaseId, readChecksums ? { ...row, checksum } : row);
  }

  return {
    async load(ordinals) {
      const [rows, checksumOf] = await Promise.all([select(ordinals), readChecksums?.(ordinals)]);
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

    async loadNeighbours(first) {
      const rows = await readNeighbours(engine.ofRelease(releaseId), { releaseId, part, first });
      const missing = rows.filter(({ ordinal }) => memory.find(releaseId, ordinal) === null);
      const checksumOf = await readChecksums?.(missing.map(({ ordinal }) => ordinal));
      for (const row of missing) keep(row, checksumOf?.(row.ordinal));
      const last = rows.at(-1);
      return last ? last.ordinal + 1 : null;
    },
  };
}

/** In the order of their ordinals; none: there are none from the first on. */
export async function readNeighbours(
  { reader }: Engine,
  { releaseId, part, first }: Pick<SlotRowsOptions, 'releaseId' | 'part'> & { readonly first: number },
): Promise<readonly StoredSlots[]> {
  const { rows: sizes } = await sql<{
    ordinal: number;
    size: number;
  }>`select ordinal, octet_length(${sql.ref(part)}) as size
    from release_ordinal where release_id = ${releaseId} and ordinal >= ${first}
    order by ordinal limit ${sql.lit(neighboursAtATime)}`.execute(reader);
  let bytes = 0;
  const tooMany = sizes.findIndex(({ size }) => {
    bytes += Number(size);
    return bytes > bytesAtATime;
  });
  const last = sizes.at(tooMany === -1 ? -1 : Math.max(0, tooMany - 1))?.ordinal;
  if (last === undefined) return [];
  const { rows } = await sql<StoredSlots>`select ordinal, sort_key, ${sql.ref(part)} as text from release_ordinal
    where release_id = ${releaseId} and ordinal >= ${first} and ordinal <= ${last} order by ordinal`.execute(reader);
  return rows;
}
