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

/** One condition on `release_product x`; values are parameters, and compared as they are. */
export function filterSql(engine: Engine, { attribute, operator, values }: Condition): RawBuilder<SqlBool> {
  const place: Place = places[attribute];
  const isWanted = (expression: RawBuilder<unknown>) =>
    operator === 'eq' ? sql<SqlBool>`${expression} = ${values[0]}` : engine.isOneOf(expression, values);
  if ('column' in place) return isWanted(place.column);
  // The few labels of a product are looked up among the wanted values. Without coalesce, an engine may do the reverse and
  // look up each of the wanted values, however many, for each product. Without the offset, PostgreSQL may make a join of it
  // that reads all labels of the release for each product.
  return sql<SqlBool>`exists (select 1 from release_product_label label where label.release_id = x.release_id
    and label.product_id = x.product_id and label.kind = ${sql.lit(place.label)}
    and ${isWanted(sql`coalesce(label.value, '')`)} limit 1 offset 0)`;
}
