import { LRUCache } from 'lru-cache';
import { localeOf } from '../../domain/language/locale.ts';
import { minorDigits } from '../../domain/product/minor-digits.ts';

/** `12345n`, `EUR`, `de` → `123,45 €`. Exact at any size: the decimal text never passes through a floating-point number. */
export function formatMoney(amountMinor: bigint, currency: string, language: string): string {
  const digits = minorDigits(currency);
  const text = String(amountMinor < 0n ? -amountMinor : amountMinor).padStart(digits + 1, '0');
  const whole = text.slice(0, text.length - digits);
  const decimal = `${amountMinor < 0n ? '-' : ''}${whole}${digits > 0 ? `.${text.slice(-digits)}` : ''}`;
  return formatterFor(language, currency, digits).format(decimal as Intl.StringNumericLiteral);
}

/**
 * Making a formatter costs a hundred times what using it does: without these a page of 100 takes 3 to 4 times the processor's time
 * (`bench/baseline.md`, fast paths). Languages are few: a caller's invention falls to English.
 */
const formatters = new LRUCache<string, Intl.NumberFormat>({ max: 1000 });

function formatterFor(language: string, currency: string, digits: number): Intl.NumberFormat {
  const locale = knownLocaleOf(language);
  const key = `${locale} ${currency}`;
  const known = formatters.get(key);
  if (known) return known;
  const options = {
    style: 'currency',
    currency,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  } as const;
  const formatter = new Intl.NumberFormat(locale, options);
  formatters.set(key, formatter);
  return formatter;
}

const locales = new LRUCache<string, string>({ max: 1000 });

/**
 * Looking whether a language is supported takes longer than formatting in it: a page of 100 in German takes 1.5 times the processor's time
 * without these (`bench/baseline.md`, fast paths).
 */
export function knownLocaleOf(language: string): string {
  const known = locales.get(language);
  if (known !== undefined) return known;
  const locale = localeOf(language);
  locales.set(language, locale);
  return locale;
}
