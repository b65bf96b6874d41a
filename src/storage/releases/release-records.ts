/** The records of a release of any size, read some megabytes at a time. */
import { sql } from 'kysely';
import type { OffsetPage } from '../../domain/paging/page.ts';
import type { RecordSelection, StoredRecord } from '../../domain/release/ports.ts';
import { toPublishedText, withMatrix } from '../documents/document-text.ts';
import type { Engine } from '../engines/engine.ts';
import { firstWithin } from '../first-within.ts';
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

/** By number, in the order of their ids. */
export async function listTexts(
  engine: Engine,
  releaseId: number,
  of: keyof typeof recordTables,
  { limit, offset }: OffsetPage,
): Promise<string[]> {
  const { table, key } = recordTables[of];
  const { rows } = await sql<{ id: string }>`select ${sql.ref(key)} as id from ${sql.table(table)}
    where release_id = ${releaseId} order by ${sql.ref(key)} limit ${limit} offset ${offset}`.execute(engine.reader);
  const ids = rows.map(({ id }) => id);
  const texts = await getManyTexts(engine, releaseId, of, ids);
  return ids.map((id) => texts.get(id)).filter((text) => text !== undefined);
}

export async function getManyTexts(
  engine: Engine,
  releaseId: number,
  of: keyof typeof recordTables,
  ids: readonly string[],
): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const records = of === 'products' ? productsOf(engine, releaseId, ids) : nodesOf(engine, releaseId, ids);
  return new Map((await records).map((record) => [record.id, toPublishedText(record)]));
}

async function productsOf(
  { reader, isOneOf }: Engine,
  releaseId: number,
  ids: readonly string[],
): Promise<StoredRecord[]> {
  const rows = await reader
    .selectFrom('release_product')
    .select(['product_id', 'digest', 'document', 'locales', 'matrix', 'added_members', 'position'])
    .where('release_id', '=', releaseId)
    .where(isOneOf(sql.ref('product_id'), ids))
    .orderBy('product_id')
    .execute();
  return rows.map(({ product_id, digest, document, locales, matrix, ...origin }) => {
    return { id: product_id, digest, document: withMatrix({ document, matrix }), locales, ...toOrigin(origin) };
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
