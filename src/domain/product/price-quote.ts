import { sum } from '../../lib/sum.ts';
import { validationError } from '../errors.ts';
import { toUtc } from '../input/date-time.ts';
import { unitsOfSearch } from '../work-budget.ts';
import { pickPrice, type SaleData, saleHasExpired, salesIn } from './effective-price.ts';
import type { Price, Tier } from './price.ts';
import type { Product } from './product.ts';

/** What one unit costs when that many are bought now, and how that came about. */
export interface PriceQuote extends Price {
  readonly quantity: bigint;
  /** In the order in which they were applied: the last one's amount is the quote's. Never empty. */
  readonly steps: readonly PriceStep[];
  /** When it may change: the end of the sale that holds, RFC 3339; null: never. */
  readonly until: string | null;
}

export interface PriceStep {
  readonly kind: PriceStepKind;
  /** What one unit costs after this step. */
  readonly amount: bigint;
  /** The price book, the sale, or the tier's name; null: the platform did not say. */
  readonly reference: string | null;
  /** Why this price, in a sentence for developers. */
  readonly explanation: string;
}

export type PriceStepKind =
  /** The price without sale and tiers. */
  | 'list_price'
  /** The sale that holds lowered or raised it, or is all that is known. */
  | 'sale'
  /** The sale has expired: nothing changed. */
  | 'sale_expired'
  /** The quantity reaches the tier, whose price holds. */
  | 'tier'
  /** The quantity reaches the tier, but the sale's price is lower and stays. */
  | 'tier_skipped';

export const quantityConstraint = { min: 1 } as const;

/**
 * List price, then the sale (while it holds), then the tier with the largest minimum quantity that the quantity reaches.
 * A tier replaces the list price; where a sale holds, the lower of the two does: nobody pays more for buying more. A sale may hold
 * without telling the price before it.
 * Null: there is no price in that currency.
 * @throws DomainError VALIDATION_FAILED for a quantity below 1
 */
export function quotePrice(
  product: SaleData & Pick<Product, 'pricebookId' | 'saleId' | 'tiers'>,
  currency: string,
  quantity: bigint,
  now: Date,
): PriceQuote | null {
  if (quantity < quantityConstraint.min) {
    const problem = `must be a whole number of at least 1, but is ${quantity}`;
    throw validationError([{ path: ['quantity'], subject: 'argument', rule: 'min', problem }]);
  }
  const { prices, originalPrices, saleExpires } = salesIn(product, currency);
  const listed = pickPrice(prices, currency);
  if (!listed) return null;
  const { saleId } = product;
  const original = pickPrice(originalPrices, currency);
  const hasExpired = saleHasExpired(product, now);
  const saleHolds = !hasExpired && (saleId !== null || saleExpires !== null || originalPrices.length > 0);
  let price = original ?? listed;
  const steps = [step('list_price', price, product.pricebookId, `The list price in ${currency}.`)];
  const apply = (kind: PriceStepKind, next: Price, reference: string | null, explanation: string) => {
    price = next;
    steps.push(step(kind, price, reference, explanation));
  };
  if (original && hasExpired) {
    apply('sale_expired', price, saleId, `The sale ended at ${toUtc(saleExpires ?? '')}: the price before it holds.`);
  } else if (saleHolds) {
    apply('sale', listed, saleId, `The sale holds ${endOf(saleExpires)}.`);
  }
  const tier = findTier(product, currency, quantity);
  if (tier && saleHolds && price.amount <= tier.price.amount) {
    apply('tier_skipped', price, tier.name, `${tier.reached}, but the sale's price is not higher and stays.`);
  } else if (tier) {
    apply('tier', tier.price, tier.name, `${tier.reached}: its price holds.`);
  }
  return { ...price, quantity, steps, until: hasExpired ? null : saleExpires };
}

function step(kind: PriceStepKind, { amount }: Price, reference: string | null, explanation: string): PriceStep {
  return { kind, amount, reference, explanation };
}

function endOf(saleExpires: string | null): string {
  return saleExpires === null ? 'without an end' : `until ${toUtc(saleExpires)}`;
}

/** Of finding the tier that holds. */
export function unitsOfTiers({ tiers }: Pick<Product, 'tiers'>): number {
  return unitsOfSearch(sum(tiers, ({ prices }) => 1 + prices.length));
}

/** Of the tiers in that currency that the quantity reaches, the one that starts last. */
function findTier({ tiers }: Pick<Product, 'tiers'>, currency: string, quantity: bigint) {
  let last: (Pick<Tier, 'name' | 'minimumQuantity'> & { readonly price: Price }) | null = null;
  for (const { name, minimumQuantity, prices } of tiers) {
    if (minimumQuantity > quantity || (last && minimumQuantity <= last.minimumQuantity)) continue;
    const price = pickPrice(prices, currency);
    if (price) last = { name, minimumQuantity, price };
  }
  if (!last) return null;
  return { ...last, reached: `${quantity} reach the tier '${last.name}' (from ${last.minimumQuantity} on)` };
}
