import { expect, test } from 'vitest';
import { createMatchLocalisation } from '../../../src/storage/index/match-localisation.ts';

function translatedInto(languages: readonly string[]) {
  let reads = 0;
  const localisations = languages.map((language) => ({
    get language() {
      reads += 1;
      return language;
    },
  }));
  return { product: { language: 'en', localisations }, reads: () => reads };
}

test('the languages of a product that was seen before are not read again for each language that it is shown in', () => {
  const languages = Array.from({ length: 50 }, (_, index) => `aa-x${index}`);
  const match = createMatchLocalisation();
  const first = translatedInto(languages);
  for (const language of languages) match(language, first.product);
  const next = translatedInto(languages);
  const found = languages.map((language) => match(language, next.product));
  expect(next.reads()).toBe(languages.length);
  expect(found).toEqual(next.product.localisations);
});

test('products with the same translations and other languages of their own are told apart', () => {
  const match = createMatchLocalisation();
  const localisations = [{ language: 'de' }];
  expect(match('de-AT', { language: 'en', localisations: [...localisations] })).toBe(localisations[0]);
  expect(match('de-AT', { language: 'de-AT', localisations: [...localisations] })).toBeUndefined();
});
