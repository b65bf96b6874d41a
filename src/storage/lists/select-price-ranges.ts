import { sql } from 'kysely';
import type { PriceRangeQuery, ProductPriceRange } from '../../domain/product/ports.ts';
import type { Price } from '../../domain/product/price.ts';
import { endOfTime } from '../../domain/product/price-range.ts';
import type { Engine } from '../engines/engine.ts';
import type { ReleasePriceRangeTable } from '../schema.ts';

/** Amounts come as text: a driver would round them, or hand over a number on one engine and a text on the other. */
interface Row extends Omit<ReleasePriceRangeTable, 'release_id' | 'valid_from'> {
  readonly min_amount: string;
  readonly max_amount: string;
}

/**
 * One statement for any number of parents and currencies: of each the stretch of time that the moment lies in, which is the first
 * that ends after it. A parent may have thousands of stretches, one for each end of a child's sale.
 */
export async function selectPriceRanges(engine: Engine, query: PriceRangeQuery): Promise<ProductPriceRange[]> {
  const { productIds, currencies, now } = query;
  const [releaseId, moment] = [Number(query.releaseId), now.toISOString()];
  const { rows } = await sql<Row>`select product_id, currency, valid_until, min_includes_tax, max_includes_tax,
      cast(min_amount as text) as min_amount, cast(max_amount as text) as max_amount
    from ${engine.valuesOf(productIds)} as product cross join ${engine.valuesOf(currencies)} as wanted
    join release_price_range on release_id = ${releaseId} and product_id = product.value and currency = wanted.value
      and valid_until = (select min(later.valid_until) from release_price_range later where later.release_id = ${releaseId}
        and later.product_id = product.value and later.currency = wanted.value and later.valid_until > ${moment})
    where valid_from <= ${moment}`.execute(engine.ofRelease(releaseId).reader);
  return rows.map((row) => ({
    productId: row.product_id,
    until: row.valid_until === endOfTime ? null : row.valid_until,
    min: toPrice(row.currency, row.min_amount, row.min_includes_tax),
    max: toPrice(row.currency, row.max_amount, row.max_includes_tax),
  }));
}

function toPrice(currency: string, amount: string, includesTax: number): Price {
  return { currency, amount: BigInt(amount), includesTax: includesTax === 1 };
}
