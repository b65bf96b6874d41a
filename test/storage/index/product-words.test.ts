/** The words of a product: of which texts, and of how much of them. */
import { setTimeout } from 'node:timers/promises';
import { expect, it } from 'vitest';
import type { ParsedRow } from '../../../src/storage/index/product-terms.ts';
import { createProductWords } from '../../../src/storage/index/product-words.ts';
import { collectGarbage } from '../../support/collect-garbage.ts';

const wordsOf = createProductWords({
  languages: ['de'],
  matchLocalisation: (_, { localisations }) => localisations[0],
});

it('has the words of its texts, each under its field and language', () => {
  const found = wordsOf(
    row({ sku: 'RJ-1', tags: ['rain', 'all weather'], description: '<p class="x">Dry</p>', isTranslated: true }),
  );
  expect(found.languages).toEqual(['de']);
  expect(Object.fromEntries(found.words.map(({ prefix, words }) => [prefix, [...words]]))).toEqual({
    '0 ': ['rj', '1'],
    '1 ': ['jacket'],
    '1de ': ['jacke'],
    '2 ': ['rain', 'all', 'weather'],
    '3 ': ['dry'],
    '3de ': ['dry'],
  });
});

it('has the words of a translation, and those of its own text where one is not translated', () => {
  const base = row({ sku: 'RJ-1', tags: [], description: 'Dry', isTranslated: true });
  const wordsIn = (name: string | null, description: string | null) => {
    const { words, languages } = wordsOf({ ...base, localisations: [{ language: 'de', name, description }] });
    return [languages, words.filter(({ prefix }) => prefix.includes('de')).map((one) => [...one.words])];
  };
  expect(wordsIn('Jacke', 'Trocken')).toEqual([['de'], [['jacke'], ['trocken']]]);
  expect(wordsIn(null, 'Trocken')).toEqual([['de'], [['jacket'], ['trocken']]]);
  expect(wordsIn('Jacke', null)).toEqual([['de'], [['jacke'], ['dry']]]);
  expect(wordsIn(null, null)).toEqual([[], []]);
});

it('remembers the words of a million characters, and no more', async () => {
  const wordsOfText = (description: string) =>
    wordsOf(row({ sku: 'RJ-1', tags: [], description, isTranslated: false })).words.at(-1)?.words ?? new Set();
  expect(wordsOfText('again')).toBe(wordsOfText('again'));
  const first = new WeakRef(wordsOfText('the first'));
  for (let number = 0; number < 22; number += 1) wordsOfText(`${number} ${'x '.repeat(25_000)}`);
  await setTimeout(1);
  collectGarbage();
  expect(first.deref()).toBeUndefined();
});

it('looks through the first million characters of them, and no further', () => {
  const description = `first ${'x '.repeat(2 ** 19 - 100)} within ${' '.repeat(200)} beyond`;
  const found = wordsOf(row({ sku: 'RJ-1', tags: [], description, isTranslated: true }));
  expect(found.words.map(({ prefix }) => prefix)).toEqual(['0 ', '1 ', '3 ']);
  expect([...(found.words.at(-1)?.words ?? [])]).toEqual(['first', 'x', 'within']);
});

interface Texts {
  readonly sku: string;
  readonly tags: readonly string[];
  readonly description: string;
  readonly isTranslated: boolean;
}

/** A listed product called `Jacket`. */
function row({ sku, tags, description, isTranslated }: Texts): ParsedRow {
  return {
    name: 'Jacket',
    sku,
    labels: { tags },
    localisations: isTranslated ? [{ language: 'de', name: 'Jacke', description: null }] : [],
    resource: { attributes: { description } },
  } as unknown as ParsedRow;
}
