/** Prices (contract, "Product resource"): maps by currency, tier or modifier name, which become lists whose items carry their key. */
import { z } from 'zod';
import { int64 } from '../domain/input/numbers.ts';
import { rules } from '../domain/input/text.ts';
import type { DisplayAmount, DisplayPrice, Price, PriceData, PriceModifier, Tier } from '../domain/product/price.ts';
import { findTierConflicts } from '../domain/product/tier-conflicts.ts';
import { currencyCode } from '../domain/subscription/currency.ts';
import { mapOfObjects, maybe, openObject } from './building-blocks.ts';
import { moment } from './members.ts';

const amount = int64().describe("In the currency's lowest denomination");
const price = openObject({ amount, includes_tax: z.boolean().nullish() });
export const priceMap = mapOfObjects(price, currencyCode).describe('By ISO 4217 code');
export type PriceMap = z.input<typeof priceMap>;

const tier = openObject({ minimum_quantity: int64({ min: 1 }), price: maybe(priceMap) });
const conflicts = rules((given: z.input<ReturnType<typeof mapOfObjects<typeof tier>>>) =>
  findTierConflicts(toTiers(given)).map(({ name, fault }) => ({ path: [name, 'minimum_quantity'], ...fault })),
);
export const tiers = mapOfObjects(tier).check((payload) => {
  // What is no price can't be compared, and has been told.
  if (payload.issues.length === 0) conflicts(payload);
});

const displayAmount = openObject({ amount, currency: z.string(), formatted: z.string() });
/** One price, in the catalog's currency, as it is shown. */
const displayPrice = openObject({ with_tax: maybe(displayAmount), without_tax: maybe(displayAmount) });
export type DisplayPriceResource = z.input<typeof displayPrice>;

/** What a sale and a price book make of a price: on a product, and again on each component product of a bundle. */
export const priceData = {
  sale_id: z.string().nullish(),
  sale_expires: moment.nullish(),
  display_price: maybe(displayPrice),
  /** What `price` was before a sale. */
  original_price: maybe(priceMap),
  original_display_price: maybe(displayPrice),
  pricebook_id: z.string().nullish(),
};

const modifierTiers = mapOfObjects(tier.extend({ minimum_quantity: int64({ min: 1 }).nullish() }));
const priceModifier = openObject({
  modifier_type: z.enum(['price_increment', 'price_decrement', 'price_equals']),
  currencies: maybe(priceMap),
  tiers: maybe(modifierTiers),
});
export type PriceModifierResource = z.input<typeof priceModifier>;
/** Modifier name, case-sensitive → what it does to the price. */
export const priceModifiers = mapOfObjects(priceModifier);

export type PriceDataResource = {
  readonly [Name in keyof typeof priceData]?: z.input<(typeof priceData)[Name]>;
} & {
  readonly price?: PriceMap | null | undefined;
  /** A list only names them. */
  readonly price_modifiers?: z.input<typeof priceModifiers> | readonly string[] | null | undefined;
};

export function toPriceData(from: PriceDataResource): PriceData {
  return {
    prices: toPrices(from.price),
    pricebookId: from.pricebook_id ?? null,
    saleId: from.sale_id || null,
    saleExpires: from.sale_expires ?? null,
    displayPrice: toDisplayPrice(from.display_price),
    originalPrices: toPrices(from.original_price),
    originalDisplayPrice: toDisplayPrice(from.original_display_price),
    priceModifiers: toPriceModifiers(from.price_modifiers),
  };
}

export function toPrices(from: PriceMap | null | undefined): Price[] {
  return Object.entries(from ?? {}).map(([currency, { amount, includes_tax }]) => ({
    currency,
    amount: BigInt(amount),
    includesTax: includes_tax ?? false,
  }));
}

export function toPriceMap(prices: readonly Price[]): PriceMap {
  const entries = prices.map(({ currency, amount, includesTax }) => [currency, { amount, includes_tax: includesTax }]);
  return Object.fromEntries(entries);
}

export function toTiers(from: z.input<typeof modifierTiers> | null | undefined): Tier[] {
  return Object.entries(from ?? {}).map(([name, { minimum_quantity, price }]) => ({
    name,
    minimumQuantity: minimum_quantity ?? 1,
    prices: toPrices(price),
  }));
}

function toPriceModifiers(from: PriceDataResource['price_modifiers']): PriceModifier[] {
  if (Array.isArray(from)) return [];
  return Object.entries((from ?? {}) as z.input<typeof priceModifiers>).map(([name, modifier]) => ({
    name,
    type: modifier.modifier_type,
    prices: toPrices(modifier.currencies),
    tiers: toTiers(modifier.tiers),
  }));
}

function toDisplayPrice(from: DisplayPriceResource | null | undefined): DisplayPrice | null {
  return from ? { withTax: toDisplayAmount(from.with_tax), withoutTax: toDisplayAmount(from.without_tax) } : null;
}

function toDisplayAmount(from: z.input<typeof displayAmount> | null | undefined): DisplayAmount | null {
  if (!from) return null;
  return { amount: BigInt(from.amount), currency: from.currency, formatted: from.formatted };
}
