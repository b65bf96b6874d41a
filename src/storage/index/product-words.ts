/** The words that a product is found by, each with the field that it stands in and the language that the field is shown in. */
import { matchLanguage, undetermined } from '../../domain/language/language.ts';
import { wordsOf } from '../../domain/search/words.ts';
import { parseLocales } from '../documents/product-document.ts';

/** In the order of their ranks. */
export const searchFields = ['sku', 'name', 'tags', 'description'] as const;
export type SearchField = (typeof searchFields)[number];

export interface SearchedRow {
  readonly name: string | null;
  readonly sku: string | null;
  readonly tags: readonly string[];
  readonly description: string | null;
  readonly locales: string | null;
}

export interface ProductWords {
  readonly words: ReadonlySet<string>;
  /** The languages in which its texts are others than its own. */
  readonly languages: readonly string[];
}

/** `language`: one of the release's; null: the product's own texts. A word of that field begins so. */
export function wordPrefix(field: SearchField, language: string | null): string {
  return `${searchFields.indexOf(field)}${language ?? ''} `;
}

/** `languages`: the release's. */
export function productWords(row: SearchedRow, languages: readonly string[]): ProductWords {
  const words = new Set<string>();
  const add = (field: SearchField, language: string | null, text: string | null) => {
    if (text === null) return;
    const prefix = wordPrefix(field, language);
    for (const word of wordsOf(text)) words.add(prefix + word);
  };
  add('sku', null, row.sku);
  for (const tag of row.tags) add('tags', null, tag);
  add('name', null, row.name);
  add('description', null, row.description && withoutMarkup(row.description));
  if (row.locales === null) return { words, languages: [] };
  const translations = parseLocales(row.locales);
  const shown = languages.filter((language) => {
    const tag = matchLanguage(
      language,
      translations.map((one) => one.language),
    );
    const texts = language === undetermined ? undefined : translations.find((one) => one.language === tag);
    if (!texts || (texts.name === null && texts.description === null)) return false;
    const description = texts.description ?? row.description;
    add('name', language, texts.name ?? row.name);
    add('description', language, description && withoutMarkup(description));
    return true;
  });
  return { words, languages: shown };
}

/** Descriptions may be HTML, whose tags nobody looks for. */
function withoutMarkup(text: string): string {
  return text.includes('<') ? text.replace(/<[/!]?[A-Za-z-][^<>]*>/g, ' ') : text;
}
