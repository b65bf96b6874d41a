/** Prices in a stored document: maps by currency, tier or modifier name become lists whose items carry their key. */
import type { Int64 } from '../../domain/input/exact-json.ts';
import type { DisplayAmount, DisplayPrice, Price, PriceData, PriceModifier, Tier } from '../../domain/product/price.ts';

/** The contract's `price`: keys are currency codes. */
export type PriceMapDocument = Readonly<Record<string, { readonly amount: Int64; readonly includes_tax?: boolean }>>;

export type TierMapDocument = Readonly<
  Record<string, { readonly minimum_quantity?: Int64; readonly price?: PriceMapDocument }>
>;

export interface DisplayPriceDocument {
  readonly with_tax?: DisplayAmountDocument | null;
  readonly without_tax?: DisplayAmountDocument | null;
}

interface DisplayAmountDocument {
  readonly amount: Int64;
  readonly currency: string;
  readonly formatted: string;
}

export interface PriceDataDocument {
  readonly price?: PriceMapDocument | null;
  readonly pricebook_id?: string | null;
  readonly sale_id?: string | null;
  readonly sale_expires?: string | null;
  readonly display_price?: DisplayPriceDocument | null;
  readonly original_price?: PriceMapDocument | null;
  readonly original_display_price?: DisplayPriceDocument | null;
  readonly price_modifiers?: Readonly<Record<string, PriceModifierDocument>> | readonly string[] | null;
}

interface PriceModifierDocument {
  readonly modifier_type: PriceModifier['type'];
  readonly currencies?: PriceMapDocument | null;
  readonly tiers?: TierMapDocument | null;
}

export function toPriceData(document: PriceDataDocument): PriceData {
  return {
    prices: toPrices(document.price),
    pricebookId: document.pricebook_id ?? null,
    saleId: document.sale_id || null,
    saleExpires: document.sale_expires ?? null,
    displayPrice: toDisplayPrice(document.display_price),
    originalPrices: toPrices(document.original_price),
    originalDisplayPrice: toDisplayPrice(document.original_display_price),
    priceModifiers: toPriceModifiers(document.price_modifiers),
  };
}

/** A list only names them. */
function toPriceModifiers(modifiers: PriceDataDocument['price_modifiers']): PriceModifier[] {
  if (Array.isArray(modifiers)) return [];
  return Object.entries((modifiers ?? {}) as Readonly<Record<string, PriceModifierDocument>>).map(
    ([name, modifier]) => ({
      name,
      type: modifier.modifier_type,
      prices: toPrices(modifier.currencies),
      tiers: toTiers(modifier.tiers),
    }),
  );
}

export function toTiers(tiers: TierMapDocument | null | undefined): Tier[] {
  return Object.entries(tiers ?? {}).map(([name, { minimum_quantity, price }]) => ({
    name,
    minimumQuantity: minimum_quantity ?? 1,
    prices: toPrices(price),
  }));
}

function toPrices(prices: PriceMapDocument | null | undefined): Price[] {
  return Object.entries(prices ?? {}).map(([currency, { amount, includes_tax }]) => ({
    currency,
    amount: BigInt(amount),
    includesTax: includes_tax ?? false,
  }));
}

function toDisplayPrice(document: DisplayPriceDocument | null | undefined): DisplayPrice | null {
  if (!document) return null;
  return { withTax: toDisplayAmount(document.with_tax), withoutTax: toDisplayAmount(document.without_tax) };
}

function toDisplayAmount(document: DisplayAmountDocument | null | undefined): DisplayAmount | null {
  return document ? { ...document, amount: BigInt(document.amount) } : null;
}
