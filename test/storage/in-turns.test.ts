/** Much work is done in turns: all of it, in its order, and others go on in between. */
import { expect, it } from 'vitest';
import { inTurns } from '../../src/storage/in-turns.ts';

it('all items come once, in their order, some at a time', async () => {
  const portions: (readonly number[])[] = [];
  await inTurns([1, 2, 3, 4, 5], 2, async (some) => void portions.push(some));
  await inTurns([], 2, async (some) => void portions.push(some));
  expect(portions).toEqual([[1, 2], [3, 4], [5]]);
});

it('others get their turn after each portion, and are not waited for where there is one', async () => {
  const done: string[] = [];
  setImmediate(() => done.push('another'));
  await inTurns([1], 1, async () => void done.push('only'));
  await inTurns([1, 2], 1, async (some) => void done.push(`portion ${some}`));
  expect(done).toEqual(['only', 'portion 1', 'another', 'portion 2']);
});

it('what fails ends it', async () => {
  const done: number[] = [];
  const failing = inTurns([1, 2, 3], 1, async ([item = 0]) => {
    if (item === 2) throw new Error('no');
    done.push(item);
  });
  await expect(failing).rejects.toThrow('no');
  expect(done).toEqual([1]);
});
