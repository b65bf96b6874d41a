import type { ProductResource } from '../contract/product/product.ts';

export interface LanguageCount {
  add(record: ProductResource): void;
  /** Every language that any product has a text in; the one that most products are written in comes first. */
  list(): string[];
}

/** Which languages a release has: those that its products name as their own, and those of their `locales`. */
export function createLanguageCount(): LanguageCount {
  const own = new Map<string, number>();
  const others = new Set<string>();
  return {
    add({ attributes: { locales }, meta }) {
      const language = meta?.language;
      if (language) own.set(language, (own.get(language) ?? 0) + 1);
      for (const locale of Object.keys(locales ?? {})) others.add(locale);
    },
    list() {
      const byCount = [...own].sort(([a, countA], [b, countB]) => countB - countA || (a < b ? -1 : 1));
      return [...new Set([...byCount.map(([language]) => language), ...[...others].sort()])];
    },
  };
}
