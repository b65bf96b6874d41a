import { expect, it } from 'vitest';
import { readMissing } from '../../src/storage/read-missing.ts';

it('reads what is not known of several lists together, each ordinal once', async () => {
  const reads: (readonly number[])[] = [];
  const read = async (missing: readonly number[]) => {
    reads.push(missing);
    return new Map(missing.map((ordinal) => [ordinal, `read ${ordinal}`]));
  };
  const lists = [[3, 1], [], [1, 2]];
  expect(await readMissing(lists, [['known 3', null], [], [null, null]], read)).toEqual([
    ['known 3', 'read 1'],
    [],
    ['read 1', 'read 2'],
  ]);
  expect(await readMissing([[3]], [['known 3']], read)).toEqual([['known 3']]);
  expect(reads).toEqual([[1, 2]]);
});
