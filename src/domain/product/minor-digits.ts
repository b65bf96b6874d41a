/**
 * How many digits of an amount follow the decimal point: ISO 4217's minor unit (list one, 2026-01-01). Not Intl's
 * figure, which is CLDR's habit of showing and differs (AFN, IQD), while amounts are in the lowest denomination.
 */
const exceptions = new Map<string, number>([
  ...['BIF', 'CLP', 'DJF', 'GNF', 'ISK', 'JPY', 'KMF', 'KRW', 'PYG', 'RWF', 'UGX', 'UYI', 'VND', 'VUV'].map(zero),
  ...['XAF', 'XOF', 'XPF'].map(zero),
  ...['BHD', 'IQD', 'JOD', 'KWD', 'LYD', 'OMR', 'TND'].map((currency): [string, number] => [currency, 3]),
  ['CLF', 4],
  ['UYW', 4],
]);

export function minorDigits(currency: string): number {
  return exceptions.get(currency) ?? 2;
}

function zero(currency: string): [string, number] {
  return [currency, 0];
}
