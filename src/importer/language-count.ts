import type { NodeResource } from '../contract/node.ts';
import type { ProductResource } from '../contract/product/product.ts';
import { undetermined } from '../domain/language/language.ts';
import type { LanguageCounts } from '../domain/release/ports.ts';

export interface LanguageCount {
  addProduct(languages: ProductLanguages): void;
  /** A product that is among the known ones, and is not in the release. */
  removeProduct(languages: ProductLanguages): void;
  addNode(record: NodeResource): void;
  ofProducts(): LanguageCounts;
  /**
   * Every language that anything has a text in; the one that most products are written in comes first, be it undetermined. Empty:
   * none is named.
   */
  list(): string[];
}

export interface ProductLanguages {
  readonly own: string;
  /** Others that it has texts in. */
  readonly locales: readonly string[];
}

export function languagesOf({ attributes: { locales }, meta }: ProductResource): ProductLanguages {
  return { own: meta?.language || undetermined, locales: Object.keys(locales ?? {}) };
}

/** Which languages a release has: those that its products name as their own, and those of all `locales`. `known`: of products that it has. */
export function createLanguageCount(known: LanguageCounts | null): LanguageCount {
  const own = new Map(known?.own);
  const translations = new Map(known?.translations);
  const ofNodes = new Set<string>();

  function count(product: ProductLanguages, difference: 1 | -1): void {
    change(own, product.own, difference);
    for (const locale of product.locales) change(translations, locale, difference);
  }

  return {
    addProduct: (languages) => count(languages, 1),
    removeProduct: (languages) => count(languages, -1),
    addNode(record) {
      for (const locale of Object.keys(record.attributes.locales ?? {})) ofNodes.add(locale);
    },
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
