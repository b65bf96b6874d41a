/** What an option does to its child's price. */
import type { PriceMap, PriceModifierResource } from '../contract/price.ts';
import { amountOf, type Currency, mapAmounts, toDifferences, toPrices } from './money.ts';

interface ModifierSpec {
  readonly type: PriceModifierResource['modifier_type'];
  readonly euroCents: number;
  /** What it does from five pieces on, in euro cents. */
  readonly fromFive?: number;
}

const modifiers: Record<string, ModifierSpec> = {
  'size-xl': { type: 'price_increment', euroCents: 500 },
  'size-xxl': { type: 'price_increment', euroCents: 1000, fromFive: 500 },
  long: { type: 'price_increment', euroCents: 800 },
  merino: { type: 'price_increment', euroCents: 2500, fromFive: 2000 },
  'full-grain': { type: 'price_increment', euroCents: 4000 },
  'volume-35': { type: 'price_increment', euroCents: 2000 },
  'volume-65': { type: 'price_increment', euroCents: 6000 },
  'sleeps-2': { type: 'price_increment', euroCents: 9000 },
  'sleeps-3': { type: 'price_increment', euroCents: 16_000 },
  warm: { type: 'price_increment', euroCents: 7000 },
  warmest: { type: 'price_increment', euroCents: 19_000 },
  undyed: { type: 'price_decrement', euroCents: 400 },
  seconds: { type: 'price_equals', euroCents: 900 },
};

/** The record of each named modifier, in the currencies that the product is sold in. */
export function toPriceModifiers(names: readonly string[], currencies: readonly Currency[]) {
  return Object.fromEntries(names.map((name) => [name, toPriceModifier(modifierSpec(name), currencies)]));
}

/** The prices that are left when modifiers did their work, one after the other. */
export function modified(prices: PriceMap, modifiers: readonly PriceModifierResource[]): PriceMap {
  return modifiers.reduce((current, { modifier_type, currencies }) => {
    return mapAmounts(current, (amount, currency) => {
      const change = amountOf(currencies ?? {}, currency);
      if (modifier_type === 'price_equals') return change;
      return modifier_type === 'price_increment' ? amount + change : amount - change;
    });
  }, prices);
}

function toPriceModifier({ type, euroCents, fromFive }: ModifierSpec, currencies: readonly Currency[]) {
  const tiers =
    fromFive === undefined ? {} : { 'from-5': { minimum_quantity: 5, price: toDifferences(fromFive, currencies) } };
  const amounts = type === 'price_equals' ? toPrices(euroCents, currencies) : toDifferences(euroCents, currencies);
  return { modifier_type: type, currencies: amounts, tiers };
}

function modifierSpec(name: string): ModifierSpec {
  const spec = modifiers[name];
  if (spec === undefined) throw new Error(`The demo store has no price modifier '${name}'.`);
  return spec;
}
