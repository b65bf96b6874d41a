/** The records of a release of any size, read some megabytes at a time. */
import { sql } from 'kysely';
import type { OffsetPage } from '../../domain/paging/page.ts';
import type { RecordSelection, StoredRecord } from '../../domain/release/ports.ts';
import { toPublishedText, withMatrix } from '../documents/document-text.ts';
import type { Engine } from '../engines/engine.ts';
import { firstWithin } from '../first-within.ts';
import { type BytesBudget, type Measured, readWithLongTexts, textsUpTo } from '../long-texts.ts';
import { makeOfRows } from '../make-of-rows.ts';
import type { ReleaseProductTable } from '../schema.ts';
import { toOrigin } from './record-origin.ts';
import { recordTables } from './release-rows.ts';

const lookedAtATime = 500;
const bytesAtATime = 2 ** 22;

interface SizedRow {
  readonly id: string;
  readonly size: number;
}

/** Those after `after`, as many as are a few megabytes; empty at the end. */
export async function listRecords(
  engine: Engine,
  releaseId: number,
  of: RecordSelection,
  after: string,
): Promise<StoredRecord[]> {
  const sizes = await listSizes(engine, releaseId, of, after);
  if (sizes.length === 0) return [];
  const ids = firstWithin(sizes, bytesAtATime, ({ size }) => Number(size)).map(({ id }) => id);
  return of === 'nodes' ? nodesOf(engine, releaseId, ids) : productsOf(engine, releaseId, ids);
}

async function listSizes({ reader, isOneOf }: Engine, releaseId: number, of: RecordSelection, after: string) {
  const { table, key } = recordTables[of === 'nodes' ? of : 'products'];
  const id = sql.ref(key);
  const beside = of === 'nodes' ? sql`` : sql`+ coalesce(octet_length(locales), 0) + coalesce(octet_length(matrix), 0)`;
  const selected = of === 'nodes' ? sql`true` : of === 'parents' ? sql`is_base = 1` : isOneOf(id, of);
  const { rows } = await sql<SizedRow>`select ${id} as id, octet_length(document) ${beside} as size
    from ${sql.table(table)} where release_id = ${releaseId} and ${id} > ${after} and ${selected}
    order by ${id} limit ${sql.lit(lookedAtATime)}`.execute(reader);
  return rows;
}

export interface TextsOfRelease {
  readonly releaseId: number;
  readonly of: keyof typeof recordTables;
  readonly budget: BytesBudget;
}

/** By number, in the order of their ids. @throws DomainError LIMIT_EXCEEDED, as `getManyTexts` does */
export async function listTexts(
  engine: Engine,
  list: TextsOfRelease,
  { limit, offset }: OffsetPage,
): Promise<string[]> {
  const { table, key } = recordTables[list.of];
  const { rows } = await sql<{ id: string }>`select ${sql.ref(key)} as id from ${sql.table(table)}
    where release_id = ${list.releaseId} order by ${sql.ref(key)} limit ${limit} offset ${offset}`.execute(
    engine.reader,
  );
  const ids = rows.map(({ id }) => id);
  const texts = await getManyTexts(engine, list, ids);
  return ids.map((id) => texts.get(id)).filter((text) => text !== undefined);
}

/** @throws DomainError LIMIT_EXCEEDED where they have more bytes than a response may */
export async function getManyTexts(
  engine: Engine,
  { releaseId, of, budget }: TextsOfRelease,
  ids: readonly string[],
): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const records = of === 'products' ? productsOf(engine, releaseId, ids, budget) : nodesOf(engine, releaseId, ids);
  return new Map(await makeOfRows(await records, (record) => [record.id, toPublishedText(record)] as const));
}

const productTexts = { document: 'document', locales: 'locales', matrix: 'matrix' } as const;
type RecordRow = Pick<
  ReleaseProductTable,
  'product_id' | 'digest' | 'added_members' | 'position' | keyof typeof productTexts
>;

/** In the order of the ids. */
async function productsOf(
  { reader, isOneOf }: Engine,
  releaseId: number,
  ids: readonly string[],
  budget?: BytesBudget,
): Promise<StoredRecord[]> {
  const read = async (some: readonly string[], longest: number) => {
    const { rows } = await sql<RecordRow & Measured>`select product_id, digest, added_members, position,
        ${textsUpTo(longest, productTexts)} from release_product
      where release_id = ${releaseId} and ${isOneOf(sql.ref('product_id'), some)}`.execute(reader);
    return rows;
  };
  const rows = await readWithLongTexts(ids, { read, keyOf: ({ product_id: id }: RecordRow) => id, budget });
  const byId = new Map(rows.map((row) => [row.product_id, row]));
  return ids.flatMap((id) => {
    const row = byId.get(id);
    if (!row) return [];
    const { digest, document, locales, matrix, added_members, position } = row;
    return {
      id,
      digest,
      document: withMatrix({ document, matrix }),
      locales,
      ...toOrigin({ added_members, position }),
    };
  });
}

async function nodesOf(
  { reader, isOneOf }: Engine,
  releaseId: number,
  ids: readonly string[],
): Promise<StoredRecord[]> {
  const rows = await reader
    .selectFrom('release_node')
    .select(['node_id', 'digest', 'document', 'added_members', 'position'])
    .where('release_id', '=', releaseId)
    .where(isOneOf(sql.ref('node_id'), ids))
    .orderBy('node_id')
    .execute();
  return rows.map(({ node_id, digest, document, ...origin }) => {
    return { id: node_id, digest, document, locales: null, ...toOrigin(origin) };
  });
}
