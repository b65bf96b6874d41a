import type { PriceQuote, PriceStep } from '../../domain/product/price-quote.ts';
import type { PriceRange } from '../../domain/product/price-range.ts';
import { builder } from '../schema/builder.ts';
import { formatMoney } from './format-money.ts';
import { PriceType } from './price.ts';

export const PriceRangeType = builder.objectRef<PriceRange>('PriceRange').implement({
  description: 'What the cheapest and the dearest of some products cost at this moment, in one currency.',
  fields: (t) => ({
    min: t.expose('min', { type: PriceType, description: 'The lowest price.' }),
    max: t.expose('max', { type: PriceType, description: 'The highest price; equal to `min` when all cost the same.' }),
  }),
});

const PriceStepKindEnum = builder.enumType('PriceStepKind', {
  description: 'What was done to arrive at a price.',
  values: {
    LIST_PRICE: { value: 'list_price', description: 'The price without sale and tiers: where every quote starts.' },
    SALE: { value: 'sale', description: 'A sale holds, and its price stands in the place of the list price.' },
    SALE_EXPIRED: { value: 'sale_expired', description: 'The sale has ended, so that the list price stays.' },
    TIER: { value: 'tier', description: "The quantity reaches a tier, whose price stands in the price's place." },
    TIER_SKIPPED: {
      value: 'tier_skipped',
      description: "The quantity reaches a tier, but the sale's price is not higher and stays.",
    },
  } as const,
});

const PriceStepType = builder.objectRef<PriceStep & { readonly currency: string }>('PriceStep').implement({
  description: 'One step on the way to a price.',
  fields: (t) => ({
    kind: t.expose('kind', { type: PriceStepKindEnum, description: 'What was done.' }),
    amount: t.expose('amount', {
      type: 'BigInt',
      description: 'What one unit costs after this step, in the lowest denomination of the currency.',
    }),
    formatted: t.string({
      description: "That amount for reading, in the shopper's language.",
      resolve: ({ amount, currency }, _args, { requestContext }) =>
        formatMoney(amount, currency, requestContext.language),
    }),
    reference: t.exposeString('reference', {
      nullable: true,
      description: "The price book's id, the sale's id, or the tier's name; null: the platform did not say.",
    }),
    explanation: t.exposeString('explanation', { description: 'Why, in a sentence for developers.' }),
  }),
});

export const PriceQuoteType = builder.objectRef<PriceQuote>('PriceQuote').implement({
  description: 'What one unit costs when a certain quantity is bought now, and how that came about.',
  fields: (t) => ({
    currency: t.exposeString('currency', { description: 'The ISO 4217 code.' }),
    quantity: t.expose('quantity', { type: 'BigInt', description: 'How many are bought.' }),
    amount: t.expose('amount', {
      type: 'BigInt',
      description: 'What ONE unit costs, in the lowest denomination of the currency, exact.',
    }),
    formatted: t.string({
      description: "What one unit costs, for reading, in the shopper's language.",
      resolve: ({ amount, currency }, _args, { requestContext }) =>
        formatMoney(amount, currency, requestContext.language),
    }),
    includesTax: t.exposeBoolean('includesTax', { description: 'Whether tax is contained in the amount.' }),
    steps: t.field({
      type: [PriceStepType],
      description: 'The trace: in the order in which the steps were applied; the last one leads to `amount`.',
      resolve: ({ steps, currency }) => steps.map((step) => ({ ...step, currency })),
    }),
  }),
});
