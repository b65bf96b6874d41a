import fc from 'fast-check';
import { expect, it } from 'vitest';
import { searchFaults, toSearchWords } from '../../../src/domain/search/search.ts';
import { fold, wordsOf } from '../../../src/domain/search/words.ts';

it.each([
  ['Rain jacket, blue', ['rain', 'jacket', 'blue']],
  ['ABC-123/x_4', ['abc', '123', 'x', '4']],
  ['Crème BRÛLÉE', ['creme', 'brulee']],
  ['Straße STRASSE', ['strasse', 'strasse']],
  ['Łódź Lodz', ['lodz', 'lodz']],
  ['ÆRØ Ærø aero', ['aero', 'aero', 'aero']],
  ['ﬁn ①② ｆｕｌｌ', ['fin', '12', 'full']],
  ['İstanbul ISTANBUL', ['istanbul', 'istanbul']],
  ['ΣΊΣΥΦΟΣ σίσυφος', ['σισυφοσ', 'σισυφοσ']],
  ['Ёлка елка', ['елка', 'елка']],
  ['雨衣和雨伞', ['雨衣', '和', '雨伞']],
  ['กางเกงยีนส์', ['กาง', 'เกง', 'ยน', 'ส']],
  ['Kleider\u00adschrank', ['kleiderschrank']],
  ['½ kg', ['1', '2', 'kg']],
  ['비옷', ['비옷'.normalize('NFKD')]],
  ['\u0301\u0302', []],
  ['+ - && || ! ( ) { } [ ] ^ " ~ * ? : \\ /', []],
  ['', []],
  ['🧥 🌧️', []],
])('%j has the words %j', (text, words) => {
  expect(wordsOf(text)).toEqual(words);
});

it('folding twice is folding once, whatever the text, and no word is empty or long', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 20 }), (text) => {
      expect(fold(fold(text))).toBe(fold(text));
      expect(wordsOf(text).every((word) => word !== '' && word.length <= 64)).toBe(true);
    }),
    { numRuns: 500, examples: [['GROẞ'], ['Ǿ'], ['İ'], ['ﬁ'], ['ΣΑΣ']] },
  );
});

it.each(['ガラス瓶', 'ビデオゲーム', 'がんばれ日本', 'กางเกงยีนส์ น้ำ', '비옷', 'Crème 雨衣'])(
  '%s has the same words in both normal forms',
  (text) => {
    expect(wordsOf(text.normalize('NFD'))).toEqual(wordsOf(text.normalize('NFC')));
  },
);

it.each([
  ['', ['minLength']],
  ['x'.repeat(201), ['maxLength']],
  ['x'.repeat(10_000), ['maxLength']],
  ['a b c d e f g h i j k', ['maxItems']],
  ['\0', ['characters']],
  ['\ud800', ['characters']],
])('%j is refused', (search, rules) => {
  expect(searchFaults(search).map(({ rule }) => rule)).toEqual(rules);
});

it.each(['x'.repeat(200), '雨'.repeat(5), 'a b c d e f g h i J', 'a a a a a a a a a a a a', '*', '\u0301'])(
  '%j is not',
  (search) => {
    expect(searchFaults(search)).toEqual([]);
  },
);

it('a search is its words, in any order and as often as they stand there', () => {
  expect(toSearchWords('Jacket rain  RAIN')).toEqual(toSearchWords('rain jacket'));
});
