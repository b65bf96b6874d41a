import { expect, test } from 'vitest';
import { excerpt } from '../../../src/domain/errors.ts';
import { parseInput } from '../../../src/domain/input/parse-input.ts';
import { currency, isKnownCurrency } from '../../../src/domain/subscription/currency.ts';
import { violationsOf } from '../../support/violations-of.ts';

test.each(['EUR', 'USD', 'JPY', 'XAF', 'XCD', 'XPF', 'SLE', 'VED', 'VES', 'XCG', 'ZWG', 'MRU', 'STN'])(
  '%s is in use',
  (code) => {
    expect(parseInput(currency, code)).toBe(code);
  },
);

const refused = [
  ...['usd', 'Usd', 'USDX', 'US', '', ' USD', 'USD\n', 'ZZZ', 'BTC', '€', 'A'.repeat(1024)],
  // Retired: by the euro (HRK 2023, BGN 2026), or replaced by a new currency.
  ...['HRK', 'BGN', 'ANG', 'ZWL', 'CUC', 'SLL', 'DEM'],
  // Not money: metals, bond markets, testing, none, funds.
  ...['XAU', 'XAG', 'XBA', 'XTS', 'XXX', 'CLF', 'XDR'],
  ...['__proto__', 'constructor'],
];

test.each(refused.map((code) => [JSON.stringify(excerpt(code, 20)), code]))('%s is refused', async (_title, code) => {
  const [fault] = await violationsOf(() => parseInput(currency, code));
  expect(fault).toMatch(
    /^ (pattern|enum) The field '' must be an ISO 4217 currency code in use, in upper case, as EUR is, but is '/,
  );
  expect(fault?.startsWith(' enum')).toBe(/^[A-Z]{3}$/.test(code));
  expect(fault?.length).toBeLessThan(250);
});

test.each(['EUR', 'XCG', 'BGN', 'CLF', 'UYI', 'UYW', 'CHE', 'XDR', 'XAU', 'XUA'])('prices may be in %s', (code) => {
  expect(isKnownCurrency(code)).toBe(true);
});

test.each(['ZZZ', 'BTC', 'XXX', 'XTS', 'eur', ''])('%j is no currency that prices are sorted by', (code) => {
  expect(isKnownCurrency(code)).toBe(false);
});
