import { mostWanted } from './language.ts';

const fallback = 'en-US';

/**
 * What amounts are formatted in for that wish: the language that an `Accept-Language` text wants most, or English where it names none, or
 * the runtime can't format in it.
 */
export function localeOf(language: string): string {
  const tag = mostWanted(language) ?? '';
  if (!/^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8}){0,4}$/.test(tag)) return fallback;
  return isSupported(tag, Intl.NumberFormat) ? tag : fallback;
}

/** Whether the runtime has rules of that kind for it. */
export function isSupported(tag: string, rules: Pick<typeof Intl.NumberFormat, 'supportedLocalesOf'>): boolean {
  try {
    return rules.supportedLocalesOf(tag).length > 0;
  } catch (error) {
    // A tag of the right letters that is not a language tag (BCP 47).
    if (error instanceof RangeError) return false;
    throw error;
  }
}
