import { pickPrice, unitsOfPicking } from '../../domain/product/effective-price.ts';
import type { DisplayPrice, Price, PriceData, PriceModifier, Tier } from '../../domain/product/price.ts';
import { unitsOfSearch } from '../../domain/work-budget.ts';
import type { FieldPrice } from '../limits/field-price.ts';
import { builder, type FieldsOf } from '../schema/builder.ts';
import type { InView } from '../view/catalog-view.ts';
import { type ForLanguage, MoneyType } from './money.ts';
import { priceAsOfNow } from './price-as-of-now.ts';

export const PriceType = builder.objectRef<ForLanguage<Price>>('Price').implement({
  description: 'The price of one unit in one currency.',
  fields: (t) => ({
    money: t.field({ type: MoneyType, description: 'What it costs.', resolve: (price) => price }),
    includesTax: t.exposeBoolean('includesTax', { description: 'Whether the amount includes tax.' }),
  }),
});

export function forLanguage<Thing extends object>(things: readonly Thing[], locale: string): ForLanguage<Thing>[] {
  return things.map((thing) => ({ ...thing, locale }));
}

/** The one of its prices that is in the currency named. */
function priceInCurrency(t: FieldsOf<ForLanguage<{ readonly prices: readonly Price[] }>>, description: string) {
  return t.field({
    type: PriceType,
    nullable: true,
    description,
    args: { currency: t.arg({ type: 'CurrencyCode', required: true, description: 'The currency.' }) },
    resolve({ prices, locale }, { currency }, { work }) {
      work.charge(unitsOfSearch(prices.length));
      const price = pickPrice(prices, currency);
      return price && { ...price, locale };
    },
  });
}

const DisplayPriceType = builder.objectRef<DisplayPrice>('DisplayPrice').implement({
  description: 'A price as the platform wants it displayed, with and without tax.',
  fields: (t) => ({
    withTax: t.expose('withTax', {
      type: MoneyType,
      nullable: true,
      description: 'Tax included; null if the platform gave none.',
    }),
    withoutTax: t.expose('withoutTax', {
      type: MoneyType,
      nullable: true,
      description: 'Tax excluded; null if the platform gave none.',
    }),
  }),
});

/** The price in one currency as of now: of a product, and of one within a bundle. */
export function priceNow(t: FieldsOf<InView<PriceData>>) {
  return t.field({
    type: PriceType,
    nullable: true,
    description:
      'The price in one currency as of now: the published one, and when its sale is over the one before it, where `originalPrices` has it. ' +
      'Null if `prices` has none in that currency, whatever `originalPrices` has.',
    args: { currency: t.arg({ type: 'CurrencyCode', required: true, description: 'The currency.' }) },
    extensions: { units: 3 } satisfies FieldPrice,
    resolve(data, { currency }, { lifetime, work }) {
      work.charge(unitsOfPicking(data));
      const { now, language } = data.view.requestContext;
      const price = priceAsOfNow(data, currency, { now, lifetime });
      return price && { ...price, locale: language };
    },
  });
}

/** The prices as they were published: of a product, and of one within a bundle. */
export function pricesField(t: FieldsOf<InView<PriceData>>, description: string) {
  return t.field({
    type: [PriceType],
    description,
    resolve: ({ prices, view }) => forLanguage(prices, view.requestContext.language),
  });
}

export function priceModifiers(t: FieldsOf<InView<PriceData>>, description: string) {
  return t.field({
    type: [PriceModifierType],
    description,
    resolve: (data) => forLanguage(data.priceModifiers, data.view.requestContext.language),
  });
}

/** What the platform displays, and the sale that it may be part of: of a product, and of one within a bundle. */
export function saleFields(t: FieldsOf<InView<PriceData>>) {
  return {
    displayPrice: t.expose('displayPrice', {
      type: DisplayPriceType,
      nullable: true,
      description:
        'As the platform wants it displayed. As it was published, also when the sale in it is over; null if the platform gave none.',
    }),
    originalPrices: t.field({
      type: [PriceType],
      description: 'The prices before the sale; empty if there is no sale, or the platform gave none.',
      resolve: ({ originalPrices, view }) => forLanguage(originalPrices, view.requestContext.language),
    }),
    originalDisplayPrice: t.expose('originalDisplayPrice', {
      type: DisplayPriceType,
      nullable: true,
      description: 'The displayed price before the sale; null if there is no sale, or the platform gave none.',
    }),
    saleId: t.exposeID('saleId', {
      nullable: true,
      description: 'The id of the sale that lowered the price; null if there is no sale.',
    }),
    saleExpires: t.expose('saleExpires', {
      type: 'DateTime',
      nullable: true,
      description: 'When the sale ends; null if it has no end, or there is no sale.',
    }),
  };
}

export const PriceTierType = builder.objectRef<ForLanguage<Tier>>('PriceTier').implement({
  description: 'The price of one unit when at least a certain quantity is bought.',
  fields: (t) => ({
    name: t.exposeString('name', { description: "The tier's name." }),
    minimumQuantity: t.expose('minimumQuantity', {
      type: 'BigInt',
      description: 'The tier applies from this quantity on; 1 or more.',
    }),
    prices: t.field({
      type: [PriceType],
      description: 'One for each currency of the tier.',
      resolve: ({ prices, locale }) => forLanguage(prices, locale),
    }),
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

const PriceModifierType = builder.objectRef<ForLanguage<PriceModifier>>('PriceModifier').implement({
  description: "A change of the price that comes with an option (XL costs more), from the product's price book.",
  fields: (t) => ({
    name: t.exposeString('name', { description: 'Its name: unique, and case-sensitive.' }),
    modifierType: t.expose('type', { type: PriceModifierKind, description: 'What it does to the price.' }),
    prices: t.field({
      type: [PriceType],
      description: 'Its amount in each currency.',
      resolve: ({ prices, locale }) => forLanguage(prices, locale),
    }),
    tiers: t.field({
      type: [PriceTierType],
      description: 'Its amounts by quantity; empty if it is the same for every quantity.',
      resolve: ({ tiers, locale }) => forLanguage(tiers, locale),
    }),
  }),
});
