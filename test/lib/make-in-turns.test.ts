/** What takes long is made in turns, between which others go on. */
import { setImmediate } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { makeInTurns } from '../../src/lib/make-in-turns.ts';

/** What was made, and when others had a turn. */
async function doneWith(sizes: readonly number[]) {
  const done: (number | string)[] = [];
  let isDone = false;
  const others = (async () => {
    for (;;) {
      await setImmediate();
      if (isDone) return;
      done.push('others');
    }
  })();
  const made = await makeInTurns(
    sizes,
    (size) => size,
    (size) => done.push(size),
  );
  isDone = true;
  await others;
  return { done, made };
}

it('what is small is made at once', async () => {
  expect(await doneWith([100_000, 0, 300_000])).toEqual({ done: [100_000, 0, 300_000], made: [1, 2, 3] });
});

it('others get their turn before and after half a megabyte, or what is larger', async () => {
  const { done, made } = await doneWith([400_000, 100_000, 3_000_000, 1]);
  expect(done).toEqual(['others', 400_000, 100_000, 'others', 3_000_000, 'others', 1, 'others']);
  expect(made).toEqual([2, 3, 5, 7]);
});
