import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { doTogether } from '../../src/storage/do-together.ts';

/** Runs that end when the test says so. */
function heldRuns() {
  const runs: { readonly items: readonly number[]; readonly end: PromiseWithResolvers<readonly string[]> }[] = [];
  return {
    runs,
    run(items: readonly number[]) {
      const end = Promise.withResolvers<readonly string[]>();
      runs.push({ items, end });
      return end.promise;
    },
    endRun(at: number) {
      const { items, end } = runs[at] as (typeof runs)[number];
      end.resolve(items.map((item) => `done ${item}`));
    },
  };
}

test('what comes in one turn is done together, and each gets its own result', async () => {
  const runs: (readonly number[])[] = [];
  const double = doTogether({
    async run(items: readonly number[]) {
      runs.push(items);
      return items.map((item) => 2 * item);
    },
  });
  expect(await Promise.all([double(1), double(2), double(3)])).toEqual([2, 4, 6]);
  expect(await double(4)).toBe(8);
  expect(runs).toEqual([[1, 2, 3], [4]]);
});

test('what comes while two statements run goes into the next one, as far as it has room', async () => {
  const { runs, run, endRun } = heldRuns();
  const doOne = doTogether({ run });
  const all: Promise<string>[] = [];
  for (const item of [100, 101]) {
    all.push(doOne(item));
    await nextTurn();
  }
  for (let item = 0; item < 20; item += 1) all.push(doOne(item));
  await nextTurn();
  expect(runs.map(({ items }) => items)).toEqual([[100], [101]]);
  endRun(0);
  await nextTurn();
  expect(runs[2]?.items).toEqual(Array.from({ length: 16 }, (_, item) => item));
  endRun(1);
  await nextTurn();
  expect(runs[3]?.items).toEqual([16, 17, 18, 19]);
  endRun(2);
  endRun(3);
  expect(await Promise.all(all)).toEqual(
    [100, 101, ...Array.from({ length: 20 }, (_, item) => item)].map((item) => `done ${item}`),
  );
});

test('nobody waits long for statements that get no answer', async () => {
  const { runs, run, endRun } = heldRuns();
  const doOne = doTogether({ run });
  for (const item of [100, 101]) {
    void doOne(item);
    await nextTurn();
  }
  const late = doOne(1);
  await expect.poll(() => runs.length).toBe(3);
  endRun(2);
  expect(await late).toBe('done 1');
});

test('what fails as a whole fails for all, and what may be the fault of one is done again by each', async () => {
  const runs: (readonly string[])[] = [];
  const write = doTogether({
    async run(items: readonly string[]) {
      runs.push(items);
      const faulty = items.find((item) => item !== 'good');
      if (faulty) throw new Error(faulty);
      return items;
    },
    isOfOne: (error) => error instanceof Error && error.message === 'refused',
  });
  const refused = await Promise.allSettled([write('good'), write('refused'), write('good')]);
  expect(refused.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  expect(runs).toEqual([['good', 'refused', 'good'], ['good'], ['refused'], ['good']]);
  const away = await Promise.allSettled([write('good'), write('away')]);
  expect(away).toEqual([1, 2].map(() => ({ status: 'rejected', reason: new Error('away') })));
  expect(runs).toHaveLength(5);
  expect(await write('good')).toBe('good');
});
