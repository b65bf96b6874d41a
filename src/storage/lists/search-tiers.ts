/**
 * Who is found by a search, in tiers: a word counts most in the sku, then in the name, the tags, the description, and in each of them more
 * where it is whole than where another begins with it. A product must have all words, and stands where the least of them does.
 */
import type { ProductSearch } from '../../domain/product/ports.ts';
import type { Charges } from '../../domain/work-budget.ts';
import { sum } from '../../lib/sum.ts';
import { type Bitmaps, bytesOf, copyOf, difference, intersection, union, withoutEmpty } from '../index/bitmaps.ts';
import { type SearchField, searchFields, wordPrefix } from '../index/product-words.ts';
import type { ReleaseIndex } from '../index/release-index.ts';
import { keepCharged } from './keep-charged.ts';

/** The products of each tier; `within`: those that may be found, null for all. */
export async function searchTiers(
  index: ReleaseIndex,
  { words, language }: ProductSearch,
  { within, budget }: { readonly within: Bitmaps | null; readonly budget: Charges },
): Promise<Bitmaps[]> {
  const name = JSON.stringify(['search', language, words]);
  const find = (charges: Charges) => findTiers(index, { words, language }, charges);
  const tiers = await keepCharged({ index, budget, name }, find, (found) => sum(found, bytesOf));
  return tiers.map((tier) => (within === null ? copyOf(tier) : intersection(copyOf(tier), within)));
}

async function findTiers(index: ReleaseIndex, { words, language }: ProductSearch, budget: Charges): Promise<Bitmaps[]> {
  const localised = language === null ? null : await index.findAny('localised in', [language], null);
  const shown = { index, budget, language, localised: localised?.some((bitmap) => bitmap !== null) ? localised : null };
  /** Of each tier those that have all words looked at so far in it or above. */
  let upTo: Bitmaps[] | null = null;
  for (const word of words) {
    const ofWord = await tiersOfWord(shown, word);
    upTo = upTo === null ? ofWord : upTo.map((tier, place) => intersection(tier, ofWord[place] as Bitmaps));
  }
  const found = upTo ?? [];
  return found.map((tier, place) =>
    withoutEmpty(place === 0 ? tier : difference(copyOf(tier), found[place - 1] as Bitmaps)),
  );
}

interface ShownTexts {
  readonly index: ReleaseIndex;
  readonly budget: Charges;
  readonly language: string | null;
  /** Whose texts in the language are others than their own; null: nobody's. */
  readonly localised: Bitmaps | null;
}

/** Of each tier those that have the word in it or above. */
async function tiersOfWord(shown: ShownTexts, word: string): Promise<Bitmaps[]> {
  const tiers: Bitmaps[] = [];
  for (const field of searchFields) {
    const { whole, beginning } = await findShown(shown, field, word);
    for (const tier of [whole, beginning]) {
      const above = tiers.at(-1);
      tiers.push(above ? union(tier, copyOf(above)) : tier);
    }
  }
  return tiers;
}

async function findShown({ index, budget, language, localised }: ShownTexts, field: SearchField, word: string) {
  const own = await index.findWords(wordPrefix(field, null) + word, budget);
  if (localised === null || field === 'sku' || field === 'tags') return own;
  const translated = await index.findWords(wordPrefix(field, language) + word, budget);
  return {
    whole: union(difference(own.whole, localised), translated.whole),
    beginning: union(difference(own.beginning, localised), translated.beginning),
  };
}
