import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Condition, FilterAttribute } from '../../domain/filter/filter.ts';
import type { Engine } from '../engines/engine.ts';

type Place = { readonly column: RawBuilder<unknown> } | { readonly label: 'type' | 'tag' };

const places = {
  id: { column: sql`x.product_id` },
  name: { column: sql`x.name` },
  sku: { column: sql`x.sku` },
  slug: { column: sql`x.slug` },
  mpn: { column: sql`x.mpn` },
  upc_ean: { column: sql`x.upc_ean` },
  product_types: { label: 'type' },
  tags: { label: 'tag' },
} as const satisfies Record<FilterAttribute, Place>;

/** Of what a product has many of; null for an attribute that it has one of. */
export function labelKindOf({ attribute }: Condition): 'type' | 'tag' | null {
  const place: Place = places[attribute];
  return 'label' in place ? place.label : null;
}

/** Whether an index holds what the condition compares: not the names in other languages. */
export function isIndexed(condition: Condition): boolean {
  return labelKindOf(condition) === null && condition.language === undefined;
}

/** One condition on `release_product x`; values are parameters, and compared as they are. */
export function filterSql(engine: Engine, condition: Condition): RawBuilder<SqlBool> {
  const { attribute, language } = condition;
  const place: Place = places[attribute];
  if ('column' in place) {
    return isWanted(engine, condition, language === undefined ? place.column : shownName(engine, language));
  }
  // The few labels of a product are looked up among the wanted values. Without coalesce, an engine may do the reverse and
  // look up each of the wanted values, however many, for each product. Without the offset, PostgreSQL may make a join of it
  // that reads all labels of the release for each product.
  return sql<SqlBool>`exists (select 1 from release_product_label label where label.release_id = x.release_id
    and label.product_id = x.product_id and label.kind = ${sql.lit(place.label)}
    and ${isWanted(engine, condition, sql`coalesce(label.value, '')`)} limit 1 offset 0)`;
}

/** The same of a label, by collecting the sort keys of all products that have it. */
export function labelledSql(
  engine: Engine,
  { releaseId, condition, sortKey }: { releaseId: number; condition: Condition; sortKey: RawBuilder<unknown> },
): RawBuilder<SqlBool> {
  return sql<SqlBool>`${sortKey} in (select label.sort_key from release_product_label label
    where ${engine.whileInTime('label')}label.release_id = ${releaseId}
    and label.kind = ${sql.lit(labelKindOf(condition))} and ${isWanted(engine, condition, sql`label.value`)})`;
}

function isWanted(engine: Engine, { operator, values }: Condition, expression: RawBuilder<unknown>) {
  return operator === 'eq' ? sql<SqlBool>`${expression} = ${values[0]}` : engine.isOneOf(expression, values);
}

/** The name of `release_product x` in that language, by the rule of `matchLanguage`: itself, what it is a variety of, a variety of it. */
function shownName(engine: Engine, language: string): RawBuilder<unknown> {
  const wanted = language.toLowerCase();
  const parts = wanted.split('-');
  const ranges = parts.map((_, index) => parts.slice(0, parts.length - index).join('-'));
  const tag = sql`lower(translation.key)`;
  const ranks = ranges.map((range, rank) => sql` when ${range} then ${sql.lit(rank)}`);
  const isVariety = sql`substr(${tag}, 1, ${sql.lit(wanted.length + 1)}) = ${`${wanted}-`}`;
  return sql`case when x.locales is null then x.name else coalesce((select translation.value ->> 'name'
    from ${engine.jsonMembers(sql`x.locales`)} translation where ${tag} in (${sql.join(ranges)}) or ${isVariety}
    order by case ${tag}${sql.join(ranks, sql``)} else ${sql.lit(ranges.length)} end limit 1), x.name) end`;
}
