import { expect, it } from 'vitest';
import { plainLetters } from '../../src/domain/plain-letters.ts';
import { defaultSlug } from '../../src/domain/product/product-rules.ts';

it.each([
  ['Crème Brûlée', 'Creme Brulee'],
  ['weiß GROẞ', 'weiss GROSS'],
  ['Łódź, Ærø, Œuvre, smørrebrød', 'Lodz, Aero, Oeuvre, smorrebrod'],
  ['Þór Đorđe ıŋ', 'Thor Dorde in'],
  ['Ǿ', 'O'],
  ['ﬁ ①', 'fi 1'],
  ['雨衣 елка', '雨衣 елка'],
  ['', ''],
])('%j in plain letters is %j', (text, plain) => {
  expect(plainLetters(text)).toBe(plain);
});

it.each([
  ['Hemd, weiß', 'Hemd-weiss'],
  ['Crème Brûlée, 2 pcs', 'Creme-Brulee-2-pcs'],
  ['Łódź', 'Lodz'],
  ['雨衣', null],
])('a product named %j has the slug %j', (name, slug) => {
  expect(defaultSlug(name)).toBe(slug);
});

it('of the Latin letters of Europe all are plain, but four that hardly anybody writes', () => {
  const latin = Array.from({ length: 0x180 }, (_, code) => String.fromCodePoint(code)).filter((letter) =>
    /\p{sc=Latin}/u.test(letter),
  );
  expect(latin.filter((letter) => !/^[A-Za-z]+$/.test(plainLetters(letter))).join('')).toBe('ĸĿŀŉ');
});
