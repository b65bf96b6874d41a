/** What takes long is made in turns, between which others go on. */
import { setImmediate } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { makeInTurns } from '../../src/lib/make-in-turns.ts';

/** What was made, and by whom, in its order. */
async function doneWith(sizes: readonly number[]) {
  const done: (number | string)[] = [];
  const another = setImmediate().then(() => done.push('another'));
  const made = await makeInTurns(
    sizes,
    (size) => size,
    (size) => done.push(size),
  );
  await another;
  return { done, made };
}

it('what is small is made at once', async () => {
  expect(await doneWith([100_000, 0, 300_000])).toEqual({ done: [100_000, 0, 300_000, 'another'], made: [1, 2, 3] });
});

it('others get their turn after half a megabyte, or what is larger', async () => {
  const { done, made } = await doneWith([400_000, 100_000, 3_000_000, 1]);
  expect(done).toEqual([400_000, 100_000, 'another', 3_000_000, 1]);
  expect(made).toEqual([1, 2, 4, 5]);
});
