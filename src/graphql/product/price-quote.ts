import type { PriceQuote, PriceStep } from '../../domain/product/price-quote.ts';
import type { PriceRange } from '../../domain/product/price-range.ts';
import { builder } from '../schema/builder.ts';
import { type ForLanguage, MoneyType } from './money.ts';
import { PriceType } from './price.ts';

export const PriceRangeType = builder.objectRef<ForLanguage<PriceRange>>('PriceRange').implement({
  description: 'The lowest and the highest current price of some products, in one currency.',
  fields: (t) => ({
    min: t.field({
      type: PriceType,
      description: 'The lowest price.',
      resolve: ({ min, locale }) => ({ ...min, locale }),
    }),
    max: t.field({
      type: PriceType,
      description: 'The highest price; equal to `min` if all cost the same.',
      resolve: ({ max, locale }) => ({ ...max, locale }),
    }),
  }),
});

const PriceStepKindEnum = builder.enumType('PriceStepKind', {
  description: 'What a step of computing a price does.',
  values: {
    LIST_PRICE: {
      value: 'list_price',
      description:
        "The price without sales and tiers, or the sale's where the price before it is not known: every quote starts here.",
    },
    SALE: { value: 'sale', description: 'A sale is on, and its price replaces the list price.' },
    SALE_EXPIRED: { value: 'sale_expired', description: 'The sale has ended, so the list price applies.' },
    TIER: { value: 'tier', description: 'The quantity reaches a tier, whose price replaces the price so far.' },
    TIER_SKIPPED: {
      value: 'tier_skipped',
      description: "The quantity reaches a tier, but the sale's price is not higher, so it stays.",
    },
  } as const,
});

const PriceStepType = builder.objectRef<ForLanguage<PriceStep & { readonly currency: string }>>('PriceStep').implement({
  description: 'One step of computing a price.',
  fields: (t) => ({
    kind: t.expose('kind', { type: PriceStepKindEnum, description: 'What was done.' }),
    money: t.field({
      type: MoneyType,
      description: 'The price of one unit after this step.',
      resolve: (step) => step,
    }),
    reference: t.exposeString('reference', {
      nullable: true,
      description: "The price book's id, the sale's id, or the tier's name; null if the platform does not say.",
    }),
    explanation: t.exposeString('explanation', { description: 'The reason, in a sentence for developers.' }),
  }),
});

export const PriceQuoteType = builder.objectRef<ForLanguage<PriceQuote>>('PriceQuote').implement({
  description: 'The price of one unit when a certain quantity is bought now, and how it was computed.',
  fields: (t) => ({
    quantity: t.expose('quantity', { type: 'BigInt', description: 'How many are bought.' }),
    money: t.field({ type: MoneyType, description: 'The price of ONE unit.', resolve: (quote) => quote }),
    includesTax: t.exposeBoolean('includesTax', { description: 'Whether the amount includes tax.' }),
    steps: t.field({
      type: [PriceStepType],
      description: 'How the price was computed, step by step; the last step leads to `money`.',
      resolve: ({ steps, currency, locale }) => steps.map((step) => ({ ...step, currency, locale })),
    }),
  }),
});
