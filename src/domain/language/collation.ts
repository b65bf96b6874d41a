import { isSupported } from './locale.ts';

/** What texts are compared by that the runtime has no rules for: those of the root of all collations. */
const fallback = 'en';

/** Texts in the order that readers of the language expect; null: of no language. The same on every machine, whatever its locale. */
export function collatorOf(language: string | null): Intl.Collator {
  return new Intl.Collator(language !== null && isSupported(language, Intl.Collator) ? language : fallback);
}
