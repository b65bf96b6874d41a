import type { FieldPrice } from '../limits/field-price.ts';
import { builder } from '../schema/builder.ts';
import { formatMoney } from './format-money.ts';

export interface Money {
  /** In the lowest denomination of the currency. */
  readonly amount: bigint | number;
  readonly currency: string;
  /** The platform's own text; absent: it is formatted here. */
  readonly formatted?: string;
}

export const MoneyType = builder.objectRef<Money>('Money').implement({
  description: 'An amount of money, always with its currency.',
  fields: (t) => ({
    amount: t.expose('amount', {
      type: 'BigInt',
      description: 'In the lowest denomination of the currency (cents, yen), exact, as a string of digits.',
    }),
    currency: t.expose('currency', { type: 'CurrencyCode', description: 'The currency of the amount.' }),
    formatted: t.string({
      description:
        "The amount with its currency, for people to read, in the shopper's language: `€25.99`. In `displayPrice` and " +
        '`originalDisplayPrice` it is the text that the platform gave.',
      extensions: { units: 4 } satisfies FieldPrice,
      resolve: ({ amount, currency, formatted }, _args, { requestContext }) =>
        formatted ?? formatMoney(BigInt(amount), currency, requestContext.language),
    }),
  }),
});
