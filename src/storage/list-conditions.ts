import { type RawBuilder, sql } from 'kysely';
import type { ProductFilter } from '../domain/filter/filter.ts';
import type { Engine } from './engine.ts';
import { filterSql } from './filter-sql.ts';

export interface ListedProducts {
  readonly releaseId: number;
  readonly filter: ProductFilter;
  /** The parent whose children are listed, as an expression; null: all products. */
  readonly parentId: RawBuilder<unknown> | null;
}

/** Which rows of `release_product x` a list holds. */
export function listConditions(engine: Engine, { releaseId, parentId, filter }: ListedProducts): RawBuilder<unknown> {
  const ofParent = parentId ? sql` and x.parent_id = ${parentId}` : sql``;
  const conditions = filter.map((condition) => sql` and ${filterSql(engine, condition)}`);
  return sql`x.release_id = ${releaseId}${ofParent} and x.is_live = 1${sql.join(conditions, sql``)}`;
}
