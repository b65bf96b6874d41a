import { type RawBuilder, sql } from 'kysely';
import type { Condition, ProductFilter } from '../../domain/filter/filter.ts';
import type { Engine } from '../engines/engine.ts';
import { filterSql, isIndexed, labelKindOf, labelledSql } from './filter-sql.ts';
import { isLabelOfOne, isUnique } from './walks-rows.ts';

export interface ListedProducts {
  readonly releaseId: number;
  readonly filter: ProductFilter;
  /** The parent whose children are listed, as an expression; null: all products. */
  readonly parentId: RawBuilder<unknown> | null;
  /** Whether the statement is one that ends when its time is over. */
  readonly isWalk: boolean;
}

/** Where a list's rows are found. `from` names a `release_product x`. */
export interface ListSource {
  readonly from: RawBuilder<unknown>;
  readonly where: RawBuilder<unknown>;
  /** The column that the list is ordered by. */
  readonly sortKey: RawBuilder<unknown>;
}

export function listSource(engine: Engine, list: ListedProducts): ListSource {
  const { filter, parentId } = list;
  // A name or number that few products share finds them faster than walking the list does; a parent's children are few themselves.
  const isNamed = filter.some((condition) => isUnique(condition) || (!parentId && isIndexed(condition)));
  if (isNamed) return filtered(engine, list, engine.withoutIndex);
  const isLabelled = !parentId && filter.some(labelKindOf);
  return isLabelled ? labelled(engine, list) : filtered(engine, list, (column) => column);
}

/**
 * The children of a parent, and all products, stand in an index of their own in the list's order, and are filtered one by one;
 * `ofIndex` may keep the engine from reading them so, and they are put in order afterwards.
 */
function filtered(
  engine: Engine,
  { releaseId, parentId, filter, isWalk }: ListedProducts,
  ofIndex: Engine['withoutIndex'],
): ListSource {
  const conditions = filter.map((condition) => sql` and ${filterSql(engine, condition)}`);
  const ofParent = parentId ? sql` and ${ofIndex(sql`x.parent_id`)} = ${parentId}` : sql``;
  return {
    from: sql`release_product x`,
    where: sql`${isWalk ? engine.whileInTime('x') : sql``}x.release_id = ${releaseId}${ofParent} and x.is_live = 1
      ${sql.join(conditions, sql``)}`,
    sortKey: ofIndex(sql`x.sort_key`),
  };
}

/**
 * All products of one tag or type stand in the labels' index in the list's order, those of several are collected from it: among a
 * million products, rare ones are found there at once.
 */
function labelled(engine: Engine, { releaseId, filter, isWalk }: ListedProducts): ListSource {
  const first = filter.find(isLabelOfOne) ?? (filter.find(labelKindOf) as Condition);
  const others = filter.filter((condition) => condition !== first);
  const conditions = others.map((condition) => {
    if (labelKindOf(condition) === null) return sql` and ${filterSql(engine, condition)}`;
    const sortKey = engine.withoutIndex(sql`x.sort_key`);
    return sql` and ${labelledSql(engine, { releaseId, condition, sortKey })}`;
  });
  if (!isLabelOfOne(first)) {
    const sortKey = sql`x.sort_key`;
    return {
      from: sql`release_product x`,
      where: sql`${engine.whileInTime('x')}x.release_id = ${releaseId} and x.is_live = 1
        and ${labelledSql(engine, { releaseId, condition: first, sortKey })}${sql.join(conditions, sql``)}`,
      sortKey,
    };
  }
  return {
    from: sql`release_product_label l join release_product x
      on x.release_id = l.release_id and x.sort_key = l.sort_key and x.is_live = 1`,
    where: sql`${isWalk ? engine.whileInTime('l') : sql``}l.release_id = ${releaseId}
      and l.kind = ${sql.lit(labelKindOf(first))} and l.value = ${first.values[0]}${sql.join(conditions, sql``)}`,
    sortKey: sql`l.sort_key`,
  };
}
