/** Columns give back what was collected, however much that is. */
import { expect, it } from 'vitest';
import {
  growingBigInt64,
  growingFloat64,
  growingTexts,
  growingUint32,
} from '../../../src/storage/index/growing-columns.ts';
import { heldBytes } from '../../support/collect-garbage.ts';

const lengths = [0, 1, 7, 8, 9, 63, 64, 65, 32_767, 32_768, 32_769, 65_536, 100_000];

it.each(lengths)('%d numbers are those that were collected', (length) => {
  const columns = { uint32: growingUint32(), float64: growingFloat64(), bigInt64: growingBigInt64() };
  const numbers = Array.from({ length }, (_, index) => (index * 2_654_435_761) % 2 ** 32);
  for (const number of numbers) {
    columns.uint32.push(number);
    columns.float64.push(number / 3);
    columns.bigInt64.push(BigInt(number) - 2n ** 62n);
  }
  for (const column of Object.values(columns)) expect(column.length).toBe(length);
  expect([...columns.uint32.values()]).toEqual(numbers);
  expect([...columns.float64.values()]).toEqual(numbers.map((number) => number / 3));
  expect([...columns.bigInt64.values()]).toEqual(numbers.map((number) => BigInt(number) - 2n ** 62n));
  expect(numbers.map((_, index) => columns.uint32.get(index))).toEqual(numbers);
});

it('what is collected after a column was read belongs to it', () => {
  const column = growingUint32();
  for (let number = 0; number < 40_000; number += 1) {
    column.push(number);
    if (number % 10_000 === 0) expect(column.values()).toHaveLength(number + 1);
  }
  expect(column.values().at(-1)).toBe(39_999);
});

it('a column of few numbers takes little: four are made for each currency that a file names', () => {
  const before = heldBytes();
  const columns = Array.from({ length: 20_000 }, growingFloat64);
  for (const column of columns) column.push(0);
  expect((heldBytes() - before) / columns.length).toBeLessThan(600);
});

it('texts are those that were collected: empty ones, long ones, of any letters', () => {
  const texts = growingTexts();
  const added = Array.from({ length: 30_000 }, (_, index) =>
    index % 7001 === 0
      ? 'ü👕€'.repeat(40_000 + index)
      : ['', 'a', `Größe ${index}`, '👕'.repeat(index % 300)][index % 4],
  ) as string[];
  expect(added.map((text) => texts.add(text))).toEqual([...added.keys()]);
  for (const [index, text] of added.entries())
    if (texts.get(index) !== text) expect.fail(`text ${index} is another one`);
});
