import type { Int64 } from '../input/exact-json.ts';

/** A list price: `amount` in the currency's lowest denomination (cents, yen), int64, exact (contract, "price"). */
export interface Price {
  readonly currency: string;
  readonly amount: bigint;
  readonly includesTax: boolean;
}

/** What a shopper is shown, already formatted by the platform. */
export interface DisplayAmount {
  readonly amount: bigint;
  readonly currency: string;
  readonly formatted: string;
}

/** Null: the platform gave no such amount. */
export interface DisplayPrice {
  readonly withTax: DisplayAmount | null;
  readonly withoutTax: DisplayAmount | null;
}

/** From `minimumQuantity` (1 or more) of one product on, each costs this. */
export interface Tier {
  readonly name: string;
  readonly minimumQuantity: Int64;
  readonly prices: readonly Price[];
}

export interface PriceModifier {
  readonly name: string;
  readonly type: 'price_increment' | 'price_decrement' | 'price_equals';
  readonly prices: readonly Price[];
  readonly tiers: readonly Tier[];
}

/** The price data of a product, and again of each component product of a bundle (contract, "bundle_configuration"). */
export interface PriceData {
  readonly prices: readonly Price[];
  readonly pricebookId: string | null;
  readonly saleId: string | null;
  /** RFC 3339; null: the sale has no end, or there is none. */
  readonly saleExpires: string | null;
  readonly displayPrice: DisplayPrice | null;
  /** The prices before the sale; empty without one. */
  readonly originalPrices: readonly Price[];
  readonly originalDisplayPrice: DisplayPrice | null;
  readonly priceModifiers: readonly PriceModifier[];
}
