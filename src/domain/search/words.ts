/**
 * The words of a text, in the one form that texts and searches share: without case and marks, compatible characters alike. Letters
 * and digits that stand together are a word; where a script writes no spaces, the runtime's dictionary tells its words apart.
 */
import { BoundedMap } from '../../lib/bounded-map.ts';
import { detached } from '../../lib/detached.ts';
import { once } from '../../lib/once.ts';
import { plainLetters } from '../plain-letters.ts';

/** Of a word, that count. */
const maxWordLength = 64;

/** Where a word may be broken at the end of a line: it is no part of it. */
const softHyphen = '\u00ad';
const run = /[\p{L}\p{N}\p{M}]+/gu;
const withoutSpaces = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/u;
const segmenterOf = once(() => new Intl.Segmenter('en', { granularity: 'word' }));

/** In the order of the text, each as often as it stands there. */
export function wordsOf(text: string): string[] {
  if (isAscii(text)) return (text.toLowerCase().match(/[a-z0-9]+/g) ?? []).map(shorten);
  return (text.replaceAll(softHyphen, '').match(run) ?? [])
    .flatMap((letters) => (withoutSpaces.test(letters) ? segmentsOf(letters) : [letters]))
    .flatMap(foldedWords);
}

/** Of a word as it stands in a text: texts of one language have the same words again and again. */
function foldedWords(word: string): readonly string[] {
  const known = folded.get(word);
  if (known) return known;
  const words = (fold(word).match(run) ?? []).map(shorten);
  // Some letters are several words each (U+FDFA), every one of which would take memory of its own.
  if (word.length > maxWordLength || words.length > 1) return words;
  folded.set(detached(word), words);
  return words;
}

const folded = new BoundedMap<string, readonly string[]>(10_000);

/** Plain letters with full case folding: `Straße` and `STRASSE`, `Crème` and `creme`, `Łódź` and `lodz`, `ﬁ` and `fi` are alike. */
export function fold(text: string): string {
  return plainLetters(plainLetters(text).toLowerCase().toUpperCase().toLowerCase()).replaceAll('ς', 'σ');
}

function segmentsOf(letters: string): string[] {
  // The dictionary knows words in one form of their letters: `ガ` as one, and not as `カ` with a mark.
  return [...segmenterOf().segment(letters.normalize('NFC'))].map(({ segment }) => segment);
}

function shorten(word: string): string {
  return word.length > maxWordLength ? word.slice(0, maxWordLength) : word;
}

function isAscii(text: string): boolean {
  for (let place = 0; place < text.length; place += 1) if (text.charCodeAt(place) > 127) return false;
  return true;
}
