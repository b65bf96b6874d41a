import { LRUCache } from 'lru-cache';
import { localeOf } from '../../domain/language/locale.ts';
import { minorDigits } from '../../domain/product/minor-digits.ts';
import { BoundedMap } from '../../lib/bounded-map.ts';

/** `12345n`, `EUR`, `de` → `123,45 €`. Exact at any size: the decimal text never passes through a floating-point number. */
export function formatMoney(amountMinor: bigint, currency: string, language: string): string {
  const { formatter, texts } = formatterFor(language, currency);
  const known = texts.get(amountMinor);
  if (known !== undefined) return known;
  const text = formatter.format(toDecimal(amountMinor, minorDigits(currency)));
  texts.set(amountMinor, text);
  return text;
}

function toDecimal(amountMinor: bigint, digits: number): Intl.StringNumericLiteral {
  const text = String(amountMinor < 0n ? -amountMinor : amountMinor).padStart(digits + 1, '0');
  const whole = text.slice(0, text.length - digits);
  const decimal = `${amountMinor < 0n ? '-' : ''}${whole}${digits > 0 ? `.${text.slice(-digits)}` : ''}`;
  return decimal as Intl.StringNumericLiteral;
}

/**
 * Making a formatter costs a hundred times what using it does: without these a page of 100 takes 3 to 4 times the processor's time
 * (`bench/notebook/fast-paths.md`). Languages are few: a caller's invention falls to English.
 */
const formatters = new LRUCache<string, Formatter>({ max: 200 });

interface Formatter {
  readonly formatter: Intl.NumberFormat;
  /** Amounts as they were formatted: that takes ten times as long as finding one. */
  readonly texts: Map<bigint, string>;
}

/** With all formatters that are kept some 12 MB. */
const maxTexts = 500;

function formatterFor(language: string, currency: string): Formatter {
  const locale = knownLocaleOf(language);
  const key = `${locale} ${currency}`;
  const known = formatters.get(key);
  if (known) return known;
  const digits = minorDigits(currency);
  const options = {
    style: 'currency',
    currency,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  } as const;
  const made = { formatter: new Intl.NumberFormat(locale, options), texts: new BoundedMap<bigint, string>(maxTexts) };
  formatters.set(key, made);
  return made;
}

const locales = new LRUCache<string, string>({ max: 1000 });

/**
 * Looking whether a language is supported takes longer than formatting in it: a page of 100 in German takes 1.5 times the processor's time
 * without these (`bench/notebook/fast-paths.md`).
 */
export function knownLocaleOf(language: string): string {
  const known = locales.get(language);
  if (known !== undefined) return known;
  const locale = localeOf(language);
  locales.set(language, locale);
  return locale;
}
