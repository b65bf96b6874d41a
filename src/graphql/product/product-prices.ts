import { unitsOfPicking } from '../../domain/product/effective-price.ts';
import { quantityConstraint, quotePrice, unitsOfTiers } from '../../domain/product/price-quote.ts';
import { beginningOfLong, longestCurrency } from '../../lib/key-text.ts';
import type { FieldPrice } from '../limits/field-price.ts';
import { builder } from '../schema/builder.ts';
import { constrainedBy } from '../schema/constraint.ts';
import { forLanguage, PriceTierType, priceModifiers, priceNow, pricesField, saleFields } from './price.ts';
import { PriceQuoteType, PriceRangeType } from './price-quote.ts';
import { type DetailedSource, ProductType, type ShownSource } from './product-ref.ts';

builder.objectFields(ProductType, (t) => ({
  prices: pricesField(
    t,
    'The price in each currency as it was published, a sale included; empty if it has none. `price` is as of now.',
  ),
  price: priceNow(t),
  tiers: t.field({
    type: [PriceTierType],
    description: 'Prices by quantity; empty if there are none.',
    resolve: ({ tiers, view }: DetailedSource) => forLanguage(tiers, view.requestContext.language),
  }),
  priceModifierNames: t.exposeStringList('priceModifierNames', {
    description: 'The names of the price modifiers that it uses.',
  }),
  priceModifiers: priceModifiers(t, 'The price modifiers, with what they change.'),
  ...saleFields(t),
}));

/** What it costs now. */
builder.objectFields(ProductType, (t) => ({
  priceFor: t.field({
    type: PriceQuoteType,
    nullable: true,
    description:
      'What one unit costs when that many are bought now: the list price, then the sale while it holds, then the tier that ' +
      'the quantity reaches, unless a sale that holds is lower; null if there is no price in that currency. VALIDATION_FAILED for a quantity below 1.',
    args: {
      currency: t.arg({ type: 'CurrencyCode', required: true, description: 'The currency.' }),
      quantity: t.arg({
        type: 'BigInt',
        required: true,
        defaultValue: 1n,
        ...constrainedBy(quantityConstraint, 'How many are bought.'),
      }),
    },
    extensions: { units: 6 } satisfies FieldPrice,
    resolve(product: DetailedSource, { currency, quantity }, { lifetime, work }) {
      work.charge(unitsOfPicking(product) + unitsOfTiers(product));
      const { now, language } = product.view.requestContext;
      const quote = quotePrice(product, currency, quantity, now);
      if (quote?.until) lifetime.endBy(Date.parse(quote.until));
      return quote && { ...quote, locale: language };
    },
  }),
  priceRange: t.field({
    type: PriceRangeType,
    nullable: true,
    description:
      'The lowest and the highest price now over all live children of a parent, sales taken into account (one that has ' +
      'expired no longer counts); of any other product its own price. Null if none of them has a price in that currency. Batched, and ' +
      'the same cost for any number of children.',
    args: { currency: t.arg({ type: 'CurrencyCode', required: true, description: 'The currency.' }) },
    extensions: { units: 10, isCalled: true } satisfies FieldPrice,
    resolve: async (product: ShownSource, { currency }) => {
      const { loaders, requestContext } = product.view;
      const range = await loaders.priceRange.load({ product, currency: beginningOfLong(currency, longestCurrency) });
      return range && { ...range, locale: requestContext.language };
    },
  }),
  pricebookId: t.exposeID('pricebookId', {
    nullable: true,
    description: 'The price book that it is priced by; null if the platform does not say.',
  }),
}));
