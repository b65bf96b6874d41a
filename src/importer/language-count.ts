import type { NodeResource } from '../contract/node.ts';
import type { ProductResource } from '../contract/product/product.ts';
import { undetermined } from '../domain/language/language.ts';
import type { LanguageCounts } from '../domain/release/ports.ts';

export interface LanguageCount {
  add(record: ProductResource | NodeResource): void;
  /** A product that is among the known ones, and is not in the release. */
  remove(record: ProductResource): void;
  ofProducts(): LanguageCounts;
  /**
   * Every language that anything has a text in; the one that most products are written in comes first, be it undetermined. Empty:
   * none is named.
   */
  list(): string[];
}

/** Which languages a release has: those that its products name as their own, and those of all `locales`. `known`: of products that it has. */
export function createLanguageCount(known: LanguageCounts | null): LanguageCount {
  const own = new Map(known?.own);
  const translations = new Map(known?.translations);
  const ofNodes = new Set<string>();

  function count({ attributes: { locales }, meta }: ProductResource, difference: 1 | -1): void {
    change(own, meta?.language || undetermined, difference);
    for (const locale of Object.keys(locales ?? {})) change(translations, locale, difference);
  }

  return {
    add(record) {
      if (record.type === 'product') count(record, 1);
      else for (const locale of Object.keys(record.attributes.locales ?? {})) ofNodes.add(locale);
    },
    remove: (record) => count(record, -1),
    ofProducts: () => ({ own: [...own].sort(byLanguage), translations: [...translations].sort(byLanguage) }),
    list() {
      const byCount = [...own].sort(([a, countA], [b, countB]) => countB - countA || (a < b ? -1 : 1));
      const others = [...translations.keys(), ...ofNodes].sort();
      const [first, ...rest] = [...new Set([...byCount.map(([language]) => language), ...others])];
      const named = rest.filter((language) => language !== undetermined);
      return first === undefined || (first === undetermined && named.length === 0) ? [] : [first, ...named];
    },
  };
}

function byLanguage([a]: readonly [string, number], [b]: readonly [string, number]): number {
  return a < b ? -1 : 1;
}

function change(counts: Map<string, number>, language: string, difference: 1 | -1): void {
  const count = (counts.get(language) ?? 0) + difference;
  if (count === 0) counts.delete(language);
  else counts.set(language, count);
}
