import { expect, it } from 'vitest';
import { DetailTexts } from '../../../src/graphql/slots/detail-texts.ts';

const [one, other] = [{}, {}];

it('finds what is kept of a text where it is selected', () => {
  const texts = new DetailTexts<string | null>();
  texts.set(one, 'text', null);
  expect([texts.get(one, 'text'), texts.get(other, 'text'), texts.get(one, 'texts')]).toEqual([
    null,
    undefined,
    undefined,
  ]);
  texts.set(one, 'text', 'kept');
  texts.set(other, 'text', 'of the other');
  expect([texts.get(one, 'text'), texts.get(other, 'text')]).toEqual(['kept', 'of the other']);
});

it('keeps few texts, and none that is long', () => {
  const texts = new DetailTexts<number>();
  texts.set(one, 'x'.repeat(1001), 0);
  expect(texts.get(one, 'x'.repeat(1001))).toBeUndefined();
  for (let number = 0; number < 5000; number += 1) texts.set(number % 2 ? one : other, String(number), number);
  const kept = Array.from({ length: 5000 }, (_, number) => texts.get(number % 2 ? one : other, String(number)));
  expect(kept.filter((number) => number !== undefined)).toHaveLength(2000);
});
