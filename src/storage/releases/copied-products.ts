/** Products of a release that stay as they are in the next one: the database copies them, and nobody reads their documents. */
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { CopiedParents, CopiedProducts, LanguageCounts, StoredKeys } from '../../domain/release/ports.ts';
import { readRecord } from '../../domain/release/read-record.ts';
import type { Engine } from '../engines/engine.ts';
import type { ReleaseProductTable } from '../schema.ts';
import { toOrigin } from './record-origin.ts';

/** A statement copies their documents, too, and others wait for it to write: a tenth of a second. More of them write the pages of an index more often. */
const productsAtATime = 2000;

export async function listKeys({ reader }: Engine, releaseId: number, after: string): Promise<StoredKeys[]> {
  const rows = await reader
    .selectFrom('release_product')
    .select(['product_id', 'parent_id', 'is_base', 'name', 'sku', 'slug', 'digest', 'added_members', 'position'])
    .select(sql<number>`case when locales is null then 0 else 1 end`.as('has_locales'))
    .where('release_id', '=', releaseId)
    .where('product_id', '>', after)
    .orderBy('product_id')
    .limit(productsAtATime)
    .execute();
  return rows.map(({ product_id, parent_id, is_base, has_locales, added_members, position, ...row }) => {
    const flags = { isParent: is_base === 1, hasLocales: has_locales === 1 };
    return { ...row, ...flags, id: product_id, parentId: parent_id, ...toOrigin({ added_members, position }) };
  });
}

/** What is derived when a release is sealed is not copied. */
const copiedColumns = [
  ...(['product_id', 'parent_id', 'sort_key', 'is_live', 'is_base', 'name', 'sku', 'slug', 'mpn', 'upc_ean'] as const),
  ...(['digest', 'price_points', 'locales', 'matrix', 'labels', 'document', 'content_digest'] as const),
  ...(['added_members', 'position'] as const),
] satisfies (keyof ReleaseProductTable)[];

export async function copyParents(
  engine: Engine,
  releaseId: number,
  { releaseId: from, parentIds }: CopiedParents,
): Promise<void> {
  await copy(engine, { releaseId, from, which: engine.isOneOf(sql.ref('product_id'), parentIds) });
}

export async function copyOthers(engine: Engine, releaseId: number, products: CopiedProducts): Promise<void> {
  const { releaseId: from, after, upTo, parentIds, exceptIds } = products;
  const left = engine.isOneOf(sql.ref('product_id'), [...parentIds, ...exceptIds]);
  const which = sql<SqlBool>`product_id > ${after} and product_id <= ${upTo} and not ${left}`;
  await copy(engine, { releaseId, from, which });
}

interface Copying {
  readonly releaseId: number;
  readonly from: string;
  readonly which: RawBuilder<SqlBool>;
}

async function copy(engine: Engine, { releaseId, from, which }: Copying): Promise<void> {
  engine.expectRoom();
  const columns = sql.join(copiedColumns.map((column) => sql.ref(column)));
  await engine.insertSelected(sql`insert into release_product
      (release_id, live_child_count, combination_count, unavailable_children, ${columns})
    select cast(${releaseId} as integer), 0, 0, null, ${columns} from release_product where release_id = ${Number(from)}
      and ${which}`);
}

export async function findLanguageCounts({ reader }: Engine, releaseId: number): Promise<LanguageCounts | null> {
  const release = await reader
    .selectFrom('release')
    .select('language_counts')
    .where('id', '=', releaseId)
    .executeTakeFirst();
  return readRecord(`release ${releaseId}`, () => JSON.parse(release?.language_counts ?? 'null'));
}
