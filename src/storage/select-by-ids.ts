/** Products and nodes of one release by their ids. */
import { sql } from 'kysely';
import type { ProductRow } from './documents/product-document.ts';
import type { Engine } from './engines/engine.ts';
import { type LongTextReads, type Measured, readWithLongTexts, textsUpTo } from './long-texts.ts';
import { repeatStatement } from './repeated-statement.ts';
import type { Schema } from './schema.ts';

const idColumns = { release_product: 'product_id', release_node: 'node_id' } as const;
type Table = keyof typeof idColumns;

export interface ByIds<From extends Table, Column extends keyof Schema[From] & string> {
  readonly from: From;
  readonly columns: readonly Column[];
  readonly releaseId: string;
  readonly ids: readonly string[];
}

/** In any order; of those that there are, drafts, too. What a release holds may come from a replica. */
export function selectByIds<From extends Table, Column extends keyof Schema[From] & string>(
  { ofRelease, isOneOf, toParameter }: Engine,
  { from, columns, releaseId, ids }: ByIds<From, Column>,
): Promise<readonly Pick<Schema[From], Column>[]> {
  const release = Number(releaseId);
  const selected = columns.join(', ');
  return repeatStatement(ofRelease(release).reader, {
    name: `${selected} of ${from} by ids`,
    build: () =>
      sql<Pick<Schema[From], Column>>`select ${sql.raw(selected)} from ${sql.table(from)}
        where release_id = ${release} and ${isOneOf(sql.ref(idColumns[from]), ids)}`,
    parameters: [release, toParameter(ids)],
  });
}

export interface DocumentsByIds extends Pick<LongTextReads<string, ProductRow>, 'budget'> {
  readonly releaseId: string;
  readonly ids: readonly string[];
}

/** The same of products with their documents. @throws DomainError LIMIT_EXCEEDED where these are larger together than a response may be */
export function selectDocuments(
  { ofRelease, isOneOf, toParameter }: Engine,
  { releaseId, ids, budget }: DocumentsByIds,
): Promise<readonly ProductRow[]> {
  const release = Number(releaseId);
  return readWithLongTexts(ids, {
    read: (some: readonly string[], longest) =>
      repeatStatement<ProductRow & Measured>(ofRelease(release).reader, {
        name: 'documents of products by ids',
        build: () =>
          sql<ProductRow & Measured>`select product_id, live_child_count, combination_count,
            ${textsUpTo(longest, { document: 'document', locales: 'locales' })} from ${sql.table('release_product')}
          where release_id = ${release} and ${isOneOf(sql.ref('product_id'), some)}`,
        parameters: [longest, longest, release, toParameter(some)],
      }),
    keyOf: ({ product_id: id }) => id,
    budget,
  });
}
