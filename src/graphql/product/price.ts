import { pickPrice } from '../../domain/product/effective-price.ts';
import type { DisplayAmount, DisplayPrice, Price, PriceData, PriceModifier, Tier } from '../../domain/product/price.ts';
import { builder, type FieldsOf } from '../schema/builder.ts';
import { formatMoney } from './format-money.ts';

export const PriceType = builder.objectRef<Price>('Price').implement({
  description: 'The price of one unit in one currency.',
  fields: (t) => ({
    currency: t.exposeString('currency', { description: 'The ISO 4217 code: `EUR`.' }),
    amount: t.expose('amount', {
      type: 'BigInt',
      description: 'In the lowest denomination of the currency (cents, yen), exact, as a string of digits.',
    }),
    includesTax: t.exposeBoolean('includesTax', { description: 'Whether the amount includes tax.' }),
    formatted: t.string({
      description: "The amount with its currency, formatted in the shopper's language: `€25.99`.",
      resolve: ({ amount, currency }, _args, { requestContext }) =>
        formatMoney(amount, currency, requestContext.language),
    }),
  }),
});

/** The one of its prices that is in the currency named. */
export function priceInCurrency(t: FieldsOf<{ readonly prices: readonly Price[] }>, description: string) {
  return t.field({
    type: PriceType,
    nullable: true,
    description,
    args: { currency: t.arg.string({ required: true, description: 'An ISO 4217 code: `EUR`.' }) },
    resolve: ({ prices }, { currency }) => pickPrice(prices, currency),
  });
}

const DisplayAmountType = builder.objectRef<DisplayAmount>('DisplayAmount').implement({
  description: 'An amount as the platform computed and formatted it for display.',
  fields: (t) => ({
    amount: t.expose('amount', {
      type: 'BigInt',
      description: 'In the lowest denomination of the currency, exact, as a string of digits.',
    }),
    currency: t.exposeString('currency', { description: 'The ISO 4217 code.' }),
    formatted: t.exposeString('formatted', { description: 'The amount as the platform formats it.' }),
  }),
});

export const DisplayPriceType = builder.objectRef<DisplayPrice>('DisplayPrice').implement({
  description: 'A price as the platform wants it displayed, with and without tax.',
  fields: (t) => ({
    withTax: t.expose('withTax', {
      type: DisplayAmountType,
      nullable: true,
      description: 'Tax included; null if the platform gave none.',
    }),
    withoutTax: t.expose('withoutTax', {
      type: DisplayAmountType,
      nullable: true,
      description: 'Tax excluded; null if the platform gave none.',
    }),
  }),
});

/** What the platform displays, and the sale that it may be part of: of a product, and of one within a bundle. */
export function saleFields(t: FieldsOf<PriceData>) {
  return {
    displayPrice: t.expose('displayPrice', {
      type: DisplayPriceType,
      nullable: true,
      description: 'As the platform wants it displayed; null if the platform gave none.',
    }),
    originalPrices: t.expose('originalPrices', {
      type: [PriceType],
      description: 'The prices before the sale; empty if there is no sale.',
    }),
    originalDisplayPrice: t.expose('originalDisplayPrice', {
      type: DisplayPriceType,
      nullable: true,
      description: 'The displayed price before the sale; null if there is no sale.',
    }),
    saleId: t.exposeID('saleId', {
      nullable: true,
      description: 'The sale that lowered the price; null if there is no sale.',
    }),
    saleExpires: t.expose('saleExpires', {
      type: 'DateTime',
      nullable: true,
      description: 'When the sale ends; null if it has no end, or there is no sale.',
    }),
  };
}

export const PriceTierType = builder.objectRef<Tier>('PriceTier').implement({
  description: 'The price of one unit when at least a certain quantity is bought.',
  fields: (t) => ({
    name: t.exposeString('name', { description: "The tier's name." }),
    minimumQuantity: t.expose('minimumQuantity', {
      type: 'BigInt',
      description: 'The tier applies from this quantity on; 1 or more.',
    }),
    prices: t.expose('prices', { type: [PriceType], description: 'One for each currency of the tier.' }),
    price: priceInCurrency(t, 'The price in one currency; null if the tier has none in it.'),
  }),
});

const PriceModifierKind = builder.enumType('PriceModifierType', {
  description: 'What a price modifier does to the price.',
  values: {
    PRICE_INCREMENT: { value: 'price_increment', description: 'Adds its amount.' },
    PRICE_DECREMENT: { value: 'price_decrement', description: 'Subtracts its amount.' },
    PRICE_EQUALS: { value: 'price_equals', description: 'Replaces the price by its amount.' },
  } as const,
});

export const PriceModifierType = builder.objectRef<PriceModifier>('PriceModifier').implement({
  description: "A change of the price that comes with an option (XL costs more), from the product's price book.",
  fields: (t) => ({
    name: t.exposeString('name', { description: 'Its name: unique, and case-sensitive.' }),
    modifierType: t.expose('type', { type: PriceModifierKind, description: 'What it does to the price.' }),
    prices: t.expose('prices', { type: [PriceType], description: 'Its amount in each currency.' }),
    tiers: t.expose('tiers', {
      type: [PriceTierType],
      description: 'Its amounts by quantity; empty if it is the same for every quantity.',
    }),
  }),
});
