import { sql } from 'kysely';
import type { PriceRangeQuery, ProductPriceRange } from '../../domain/product/ports.ts';
import type { Price } from '../../domain/product/price.ts';
import { endOfTime } from '../../domain/product/price-range.ts';
import type { Engine } from '../engines/engine.ts';

/** Amounts come as text: a driver would round them, or hand over a number on one engine and a text on the other. */
interface Row {
  readonly product_id: string;
  readonly currency: string;
  readonly min_amount: string;
  readonly min_includes_tax: number;
  readonly max_amount: string;
  readonly max_includes_tax: number;
  readonly valid_until: string;
}

/** One statement for any number of parents and currencies: of each the stretch of time that the moment lies in. */
export async function selectPriceRanges(engine: Engine, query: PriceRangeQuery): Promise<ProductPriceRange[]> {
  const { releaseId, productIds, currencies, now } = query;
  const moment = now.toISOString();
  const { rows } = await sql<Row>`select product_id, currency, valid_until, min_includes_tax, max_includes_tax,
      cast(min_amount as text) as min_amount, cast(max_amount as text) as max_amount
    from release_price_range where release_id = ${Number(releaseId)}
      and ${engine.isOneOf(sql.ref('product_id'), productIds)} and ${engine.isOneOf(sql.ref('currency'), currencies)}
      and valid_from <= ${moment} and valid_until > ${moment}`.execute(engine.reader);
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
