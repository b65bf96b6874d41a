import type { FieldPrice } from '../limits/field-price.ts';
import { builder } from '../schema/builder.ts';
import { formatMoney } from './format-money.ts';

/** The language that texts are formatted in: a tag, or an `Accept-Language` text; '' for none. */
export type ForLanguage<Thing> = Thing & { readonly locale: string };

interface Amount {
  /** In the lowest denomination of the currency. */
  readonly amount: bigint;
  readonly currency: string;
}

/** With the platform's own text, or the language that it is formatted in here. */
export type Money = (Amount & { readonly formatted: string }) | ForLanguage<Amount>;

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
        'The amount with its currency, for people to read, in the language that the context wants most, or English where it wants none (of a plan, of `prices(language:)`): `€25.99`. In `displayPrice` and ' +
        '`originalDisplayPrice` it is the text that the platform gave.',
      extensions: { units: 4 } satisfies FieldPrice,
      resolve: (money) =>
        'formatted' in money ? money.formatted : formatMoney(money.amount, money.currency, money.locale),
    }),
  }),
});
