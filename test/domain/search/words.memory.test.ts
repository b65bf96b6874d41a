/** What is remembered of words is small, whatever letters they have: anybody may search for them. */
import { expect, it } from 'vitest';
import { wordsOf } from '../../../src/domain/search/words.ts';
import { heapBytes } from '../../support/collect-garbage.ts';

/** Of the first, Unicode makes four words, of the second two. */
const [honorific, majesty] = ['\ufdfa', '\ufdfb'];

it('words whose letters are several words each take no more memory than others', () => {
  wordsOf(wordOf(0));
  const before = heapBytes();
  for (let number = 1; number <= 1500; number += 1) wordsOf(wordOf(number));
  expect(heapBytes() - before).toBeLessThan(2_000_000);
});

it('such words are found all the same', () => {
  expect(wordsOf(`${honorific}, Émile`)).toEqual(['صلى', 'الله', 'عليه', 'وسلم', 'emile']);
});

/** 64 letters, which say the number. */
function wordOf(number: number): string {
  const digits = number.toString(2).padStart(14, '0');
  return [...digits].map((digit) => (digit === '1' ? honorific : majesty)).join('') + honorific.repeat(50);
}
