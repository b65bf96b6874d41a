import type { NodeResource } from '../contract/node.ts';
import type { ProductResource } from '../contract/product/product.ts';
import { undetermined } from '../domain/language/language.ts';

export interface LanguageCount {
  add(record: ProductResource | NodeResource): void;
  /**
   * Every language that anything has a text in; the one that most products are written in comes first, be it undetermined. Empty:
   * none is named.
   */
  list(): string[];
}

/** Which languages a release has: those that its products name as their own, and those of all `locales`. */
export function createLanguageCount(): LanguageCount {
  const own = new Map<string, number>();
  const others = new Set<string>();
  return {
    add({ type, attributes: { locales }, meta }) {
      const language = meta?.language || undetermined;
      if (type === 'product') own.set(language, (own.get(language) ?? 0) + 1);
      for (const locale of Object.keys(locales ?? {})) others.add(locale);
    },
    list() {
      const byCount = [...own].sort(([a, countA], [b, countB]) => countB - countA || (a < b ? -1 : 1));
      const [first, ...rest] = [...new Set([...byCount.map(([language]) => language), ...[...others].sort()])];
      const named = rest.filter((language) => language !== undetermined);
      return first === undefined || (first === undetermined && named.length === 0) ? [] : [first, ...named];
    },
  };
}
