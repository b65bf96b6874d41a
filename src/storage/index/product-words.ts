/** The words that a product is found by, each with the field that it stands in and the language that the field is shown in. */
import { undetermined } from '../../domain/language/language.ts';
import { withoutMarkup } from '../../domain/search/without-markup.ts';
import { wordsOf } from '../../domain/search/words.ts';
import { detached } from '../../lib/detached.ts';
import type { MatchLocalisation } from './match-localisation.ts';
import type { ParsedRow } from './product-terms.ts';

/** In the order of their ranks. */
export const searchFields = ['sku', 'name', 'tags', 'description'] as const;
export type SearchField = (typeof searchFields)[number];

export interface ProductWords {
  readonly words: readonly WordsOfField[];
  /** The languages in which its texts are others than its own. */
  readonly languages: readonly string[];
}

export interface WordsOfField {
  /** Another one for each field and language (`wordPrefix`). */
  readonly prefix: string;
  /** Without it. */
  readonly words: ReadonlySet<string>;
}

/** Of a product's texts in all languages, that are looked through: what stands after them is not found. */
const maxCharacters = 2 ** 20;

/** `language`: one of the release's; null: the product's own texts. A word of that field begins so. */
export function wordPrefix(field: SearchField, language: string | null): string {
  return `${searchFields.indexOf(field)}${language ?? ''} `;
}

export interface ProductWordsOptions {
  /** The release's. */
  readonly languages: readonly string[];
  readonly matchLocalisation: MatchLocalisation;
}

export function createProductWords({ languages, matchLocalisation }: ProductWordsOptions) {
  const wordsOfText = rememberingTexts();
  return ({ name, sku, labels, resource, ...row }: ParsedRow): ProductWords => {
    const own = { name, description: resource.attributes.description ?? null };
    const words: WordsOfField[] = [];
    let charactersLeft = maxCharacters;
    const add = (field: SearchField, language: string | null, text: string | null | undefined) => {
      if (text == null || text === '' || charactersLeft === 0) return;
      const looked = text.length > charactersLeft ? detached(text.slice(0, charactersLeft)) : text;
      charactersLeft -= looked.length;
      const found = wordsOfText(field === 'description' ? withoutMarkup(looked) : looked);
      words.push({ prefix: wordPrefix(field, language), words: found });
    };
    add('sku', null, sku);
    add('tags', null, labels.tags.join('\n'));
    add('name', null, own.name);
    add('description', null, own.description);
    if (row.localisations.length === 0) return { words, languages: [] };
    const shown = languages.filter((language) => {
      const texts = language === undetermined ? undefined : matchLocalisation(language, row);
      if (!texts || (texts.name === null && texts.description === null)) return false;
      add('name', language, texts.name ?? own.name);
      add('description', language, texts.description ?? own.description);
      return true;
    });
    return { words, languages: shown };
  };
}

/** Children say what their parents say, and names and tags come again: the words of such texts are looked for once. */
function rememberingTexts(): (text: string) => ReadonlySet<string> {
  const remembered = new Map<string, ReadonlySet<string>>();
  let characters = 0;
  return (text) => {
    const known = remembered.get(text);
    if (known) return known;
    const words = new Set(wordsOf(text));
    characters += text.length;
    if (characters > maxCharacters) {
      remembered.clear();
      characters = text.length;
    }
    remembered.set(text, words);
    return words;
  };
}
