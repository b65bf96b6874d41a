/** The words of a product: of which texts, and of how much of them. */
import { expect, it } from 'vitest';
import type { ParsedRow } from '../../../src/storage/index/product-terms.ts';
import { createProductWords } from '../../../src/storage/index/product-words.ts';

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
