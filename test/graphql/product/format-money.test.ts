import { expect, it } from 'vitest';
import { formatMoney } from '../../../src/graphql/product/format-money.ts';

it.each([
  [2599n, 'EUR', '', '€25.99'],
  [2599n, 'EUR', 'de-DE', '25,99 €'],
  [5n, 'USD', 'en', '$0.05'],
  [-5n, 'USD', 'en-US', '-$0.05'],
  [1234n, 'JPY', 'en', '¥1,234'],
  [1234n, 'KWD', 'en', 'KWD 1.234'],
  [9_223_372_036_854_775_807n, 'EUR', 'en', '€92,233,720,368,547,758.07'],
  [100n, 'EUR', 'ja;q=0.9, de', '1,00 €'],
  [100n, 'EUR', 'en;q=0.5, de', '1,00 €'],
  [100n, 'EUR', 'en;q=0, de', '1,00 €'],
  [100n, 'EUR', '*, de;q=0.5', '1,00 €'],
  [100n, 'EUR', '*', '€1.00'],
  [100n, 'EUR', 'not a language', '€1.00'],
  [100n, 'EUR', 'zz-Invalid-abcdefghij', '€1.00'],
])('%s %s in %j is %s', (amount, currency, language, expected) => {
  // Intl separates with no-break spaces of several kinds.
  expect(formatMoney(amount, currency, language).replace(/\s/g, ' ')).toBe(expected);
});
