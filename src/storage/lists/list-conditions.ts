import { type RawBuilder, sql } from 'kysely';
import type { Condition, ProductFilter } from '../../domain/filter/filter.ts';
import type { Engine } from '../engines/engine.ts';
import { filterSql, labelKindOf } from './filter-sql.ts';

export interface ListedProducts {
  readonly releaseId: number;
  readonly filter: ProductFilter;
  /** The parent whose children are listed, as an expression; null: all products. */
  readonly parentId: RawBuilder<unknown> | null;
}

/** Where a list's rows are found. `from` names a `release_product x`. */
export interface ListSource {
  readonly from: RawBuilder<unknown>;
  readonly where: RawBuilder<unknown>;
  /** The column that the list is ordered by, in the index that it is read from. */
  readonly sortKey: RawBuilder<unknown>;
}

/**
 * The children of a parent, and all products, stand in an index of their own in the list's order, and are filtered one by one.
 * All products of one tag or type stand in the labels' index: among a million products, a rare one is found there at once.
 */
export function listSource(engine: Engine, { releaseId, parentId, filter }: ListedProducts): ListSource {
  const label = parentId ? undefined : filter.find(isOneLabel);
  const others = filter.filter((condition) => condition !== label);
  const conditions = others.map((condition) => sql` and ${filterSql(engine, condition)}`);
  if (label) {
    return {
      from: sql`release_product_label l join release_product x on x.release_id = l.release_id and x.product_id = l.product_id`,
      where: sql`l.release_id = ${releaseId} and l.kind = ${sql.lit(labelKindOf(label))} and l.value = ${label.values[0]}
        ${sql.join(conditions, sql``)}`,
      sortKey: sql`l.sort_key`,
    };
  }
  const ofParent = parentId ? sql` and x.parent_id = ${parentId}` : sql``;
  return {
    from: sql`release_product x`,
    where: sql`x.release_id = ${releaseId}${ofParent} and x.is_live = 1${sql.join(conditions, sql``)}`,
    sortKey: sql`x.sort_key`,
  };
}

function isOneLabel(condition: Condition): boolean {
  return labelKindOf(condition) !== null && condition.values.length === 1;
}
