import { pickPrice } from '../../domain/product/effective-price.ts';
import type { DisplayAmount, DisplayPrice, Price, PriceModifier, Tier } from '../../domain/product/price.ts';
import { builder } from '../schema/builder.ts';
import { formatMoney } from './format-money.ts';

export const PriceType = builder.objectRef<Price>('Price').implement({
  description: 'What one unit costs in one currency.',
  fields: (t) => ({
    currency: t.exposeString('currency', { description: 'The ISO 4217 code: `EUR`.' }),
    amount: t.expose('amount', {
      type: 'BigInt',
      description: 'In the lowest denomination of the currency (cents, yen), exact, as a string of digits.',
    }),
    includesTax: t.exposeBoolean('includesTax', { description: 'Whether tax is contained in the amount.' }),
    formatted: t.string({
      description: "The amount for reading, with its currency, in the shopper's language: `€25.99`.",
      resolve: ({ amount, currency }, _args, { requestContext }) =>
        formatMoney(amount, currency, requestContext.language),
    }),
  }),
});

const DisplayAmountType = builder.objectRef<DisplayAmount>('DisplayAmount').implement({
  description: 'An amount as the platform computed and formatted it for showing.',
  fields: (t) => ({
    amount: t.expose('amount', {
      type: 'BigInt',
      description: 'In the lowest denomination of the currency, exact, as a string of digits.',
    }),
    currency: t.exposeString('currency', { description: 'The ISO 4217 code.' }),
    formatted: t.exposeString('formatted', { description: "For reading, in the platform's format." }),
  }),
});

export const DisplayPriceType = builder.objectRef<DisplayPrice>('DisplayPrice').implement({
  description: 'A price as the platform wants it shown, with and without tax.',
  fields: (t) => ({
    withTax: t.expose('withTax', {
      type: DisplayAmountType,
      nullable: true,
      description: 'Null: the platform gave none.',
    }),
    withoutTax: t.expose('withoutTax', {
      type: DisplayAmountType,
      nullable: true,
      description: 'Null: the platform gave none.',
    }),
  }),
});

export const PriceTierType = builder.objectRef<Tier>('PriceTier').implement({
  description: 'What one unit costs when at least a certain quantity is bought.',
  fields: (t) => ({
    name: t.exposeString('name', { description: "The tier's name." }),
    minimumQuantity: t.expose('minimumQuantity', {
      type: 'BigInt',
      description: 'From this quantity on (1 or more) the tier holds.',
    }),
    prices: t.expose('prices', { type: [PriceType], description: 'One for each currency of the tier.' }),
    price: t.field({
      type: PriceType,
      nullable: true,
      description: 'The price in one currency; null: the tier has none in it.',
      args: { currency: t.arg.string({ required: true, description: 'An ISO 4217 code: `EUR`.' }) },
      resolve: ({ prices }, { currency }) => pickPrice(prices, currency),
    }),
  }),
});

const PriceModifierKind = builder.enumType('PriceModifierType', {
  description: 'What a price modifier does to the price.',
  values: {
    PRICE_INCREMENT: { value: 'price_increment', description: 'Adds its amount.' },
    PRICE_DECREMENT: { value: 'price_decrement', description: 'Takes its amount off.' },
    PRICE_EQUALS: { value: 'price_equals', description: 'Puts its amount in the place of the price.' },
  } as const,
});

export const PriceModifierType = builder.objectRef<PriceModifier>('PriceModifier').implement({
  description: "A change of price that comes with an option (XL costs more), from the product's price book.",
  fields: (t) => ({
    name: t.exposeString('name', { description: 'Unique; upper and lower case differ.' }),
    modifierType: t.expose('type', { type: PriceModifierKind, description: 'What it does to the price.' }),
    prices: t.expose('prices', { type: [PriceType], description: 'Its amount in each currency.' }),
    tiers: t.expose('tiers', {
      type: [PriceTierType],
      description: 'Its amounts by quantity; empty: the same for all.',
    }),
  }),
});
