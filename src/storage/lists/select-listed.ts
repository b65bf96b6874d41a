import { sql } from 'kysely';
import type { ProductRow } from '../documents/product-document.ts';
import type { Engine } from '../engines/engine.ts';
import { inTurns } from '../in-turns.ts';
import { DamagedIndex } from '../index/index-manifest.ts';
import { type BytesBudget, type Measured, readWithLongTexts, textsUpTo } from '../long-texts.ts';
import type { ReleaseProductTable } from '../schema.ts';

/** A listed product as it is stored. `matrix`: a parent's, which may be large; null unless it is wanted. */
export interface ListedRow extends ProductRow, Pick<ReleaseProductTable, 'sort_key' | 'matrix'> {
  readonly ordinal: number;
}

export interface ListedOptions {
  readonly releaseId: number;
  readonly withMatrix: boolean;
  readonly budget: BytesBudget | undefined;
}

const texts = { document: 'x.document', locales: 'x.locales' } as const;

/** That are read in one turn. */
const rowsAtATime = 500;

/** By their ordinals. @throws DamagedIndex */
export async function selectListed(
  { reader, isOneOfNumbers }: Engine,
  { releaseId, withMatrix, budget }: ListedOptions,
  ordinals: readonly number[],
): Promise<Map<number, ListedRow>> {
  const found = new Map<number, ListedRow>();
  const read = async (some: readonly number[], longest: number) => {
    const wanted = isOneOfNumbers(sql.ref('o.ordinal'), some);
    // SQLite joins what is crossed in this order; it would read all products of the release first.
    const { rows } = await sql<
      ListedRow & Measured
    >`select o.ordinal, x.product_id, x.sort_key, x.live_child_count, x.combination_count,
        ${withMatrix ? textsUpTo(longest, { ...texts, matrix: 'x.matrix' }) : sql`null as matrix, ${textsUpTo(longest, texts)}`}
      from release_ordinal o cross join release_product x
      where o.release_id = ${releaseId} and ${wanted}
        and x.release_id = o.release_id and x.sort_key = o.sort_key and x.is_live = 1`.execute(reader);
    return rows;
  };
  const reads = { read, keyOf: ({ ordinal }: ListedRow) => ordinal, budget };
  await inTurns(ordinals, rowsAtATime, async (some) => {
    for (const row of await readWithLongTexts(some, reads)) found.set(row.ordinal, row);
  });
  const lost = ordinals.find((ordinal) => !found.has(ordinal));
  if (lost !== undefined) throw new DamagedIndex(releaseId, `the product of the ordinal ${lost} is missing`);
  return found;
}
