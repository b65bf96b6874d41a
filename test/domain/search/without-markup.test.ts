import { expect, it } from 'vitest';
import { withoutMarkup } from '../../../src/domain/search/without-markup.ts';
import { wordsOf } from '../../../src/domain/search/words.ts';

it.each([
  ['<p class="x">Oak<br/>table</p>', ['oak', 'table']],
  ['a < b, c > d', ['a', 'b', 'c', 'd']],
  ['M&ouml;bel f&uuml;r die K&Uuml;CHE', ['mobel', 'fur', 'die', 'kuche']],
  ['Gr&ouml;&szlig;e', ['grosse']],
  ['cr&egrave;me&nbsp;br&ucirc;l&eacute;e', ['creme', 'brulee']],
  ['t&#234;te d&#x27;or &#8364; &#1077;', ['tete', 'd', 'or', 'е']],
  ['Kleider&shy;schrank &amp; Kommode', ['kleiderschrank', 'kommode']],
  ['R&D; Q&A; &foo; &#; &', ['r', 'd', 'q', 'a', 'foo']],
  ['&#9999999; &#xd800; &#0; x', ['x']],
  ['oslash &Oslash;', ['oslash', 'o']],
])('%j has the words %j', (text, words) => {
  expect(wordsOf(withoutMarkup(text))).toEqual(words);
});
