/** The demo store's prices: thought of in euro cents, charged in several currencies, shown in one. */
import type { DisplayPriceResource, PriceMap } from '../contract/price.ts';

export type Currency = 'EUR' | 'USD' | 'GBP' | 'JPY';

interface Terms {
  /** Minor units for one euro cent. */
  readonly rate: number;
  readonly minorDigits: number;
  /** Whether prices in this currency include tax, as the law or custom of its country has it. */
  readonly includesTax: boolean;
  readonly taxPercent: number;
}

const terms: Record<Currency, Terms> = {
  EUR: { rate: 1, minorDigits: 2, includesTax: true, taxPercent: 19 },
  USD: { rate: 1.1, minorDigits: 2, includesTax: false, taxPercent: 8 },
  GBP: { rate: 0.85, minorDigits: 2, includesTax: true, taxPercent: 20 },
  JPY: { rate: 1.6, minorDigits: 0, includesTax: true, taxPercent: 10 },
};

const formatOf = (currency: Currency) => new Intl.NumberFormat('en-US', { style: 'currency', currency });
/** Made once: making one costs more than a thousand uses. */
const formats = { EUR: formatOf('EUR'), USD: formatOf('USD'), GBP: formatOf('GBP'), JPY: formatOf('JPY') };

/** A list price in each currency. */
export function toPrices(euroCents: number, currencies: readonly Currency[]): PriceMap {
  return pricesBy(currencies, (own) => onTag((euroCents * own.rate) / 100, own));
}

/** A difference between prices in each currency, rounded to half units. */
export function toDifferences(euroCents: number, currencies: readonly Currency[]): PriceMap {
  return pricesBy(currencies, ({ rate, minorDigits }) => {
    const step = minorDigits === 0 ? 100 : 50;
    return Math.round((euroCents * rate) / step) * step;
  });
}

/** One price with and without tax, as the storefront prints it. */
export function toDisplayPrice(prices: PriceMap, currency: Currency): DisplayPriceResource {
  const listed = amountOf(prices, currency);
  const { includesTax, taxPercent } = terms[currency];
  const withTax = includesTax ? listed : Math.round((listed * (100 + taxPercent)) / 100);
  const withoutTax = includesTax ? Math.round((listed * 100) / (100 + taxPercent)) : listed;
  return { with_tax: shownAmount(withTax, currency), without_tax: shownAmount(withoutTax, currency) };
}

/** Prices lowered, or raised, to a percentage, rounded as list prices are. */
export function scaled(prices: PriceMap, percent: number): PriceMap {
  return mapAmounts(prices, (amount, currency) => onTag((amount * percent) / 10_000, terms[currency]));
}

/** What looks well on a tag: 249.95, or ¥40,000. `hundreds`: of minor units. */
function onTag(hundreds: number, { minorDigits }: Terms): number {
  const whole = Math.round(hundreds) * 100;
  return minorDigits === 0 ? whole : whole - 5;
}

export function mapAmounts(prices: PriceMap, change: (amount: number, currency: Currency) => number): PriceMap {
  const changed = Object.entries(prices).map(([currency, price]) => {
    return [currency, { ...price, amount: change(Number(price.amount), currency as Currency) }];
  });
  return Object.fromEntries(changed);
}

export function amountOf(prices: PriceMap, currency: Currency): number {
  return Number(prices[currency]?.amount ?? 0);
}

/** With a text: "€1,249.95", "¥40,000". */
function shownAmount(amount: number, currency: Currency) {
  const formatted = formats[currency].format(amount / 10 ** terms[currency].minorDigits);
  return { amount, currency, formatted };
}

function pricesBy(currencies: readonly Currency[], amountIn: (terms: Terms) => number): PriceMap {
  const entries = currencies.map((currency) => {
    return [currency, { amount: amountIn(terms[currency]), includes_tax: terms[currency].includesTax }];
  });
  return Object.fromEntries(entries);
}
