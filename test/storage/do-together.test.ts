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

test('what comes while a statement runs goes into the next one, as far as it has room', async () => {
  const { runs, run, endRun } = heldRuns();
  const doOne = doTogether({ run });
  const all = [doOne(100)];
  await nextTurn();
  for (let item = 0; item < 40; item += 1) all.push(doOne(item));
  await nextTurn();
  expect(runs.map(({ items }) => items)).toEqual([[100]]);
  endRun(0);
  await nextTurn();
  expect(runs[1]?.items).toEqual(Array.from({ length: 32 }, (_, item) => item));
  endRun(1);
  await nextTurn();
  expect(runs[2]?.items).toEqual([32, 33, 34, 35, 36, 37, 38, 39]);
  endRun(2);
  expect(await Promise.all(all)).toEqual(
    [100, ...Array.from({ length: 40 }, (_, item) => item)].map((item) => `done ${item}`),
  );
});

test('in a transaction, what is wanted at once is done before anything else gets its turn', async () => {
  const { runs, run, endRun } = heldRuns();
  const doOne = doTogether({ run, isTransaction: true });
  const both = Promise.all([doOne(1), doOne(2)]);
  await Promise.resolve();
  expect(runs.map(({ items }) => items)).toEqual([[1, 2]]);
  endRun(0);
  expect(await both).toEqual(['done 1', 'done 2']);
});

test('what would wait anyhow waits before it begins, so that more come together', async () => {
  const { runs, run, endRun } = heldRuns();
  const sync = Promise.withResolvers<void>();
  let syncing: Promise<void> | null = sync.promise;
  const doOne = doTogether({ run, waitsFor: () => syncing });
  const all = [doOne(1)];
  await nextTurn();
  all.push(doOne(2));
  await nextTurn();
  expect(runs).toEqual([]);
  sync.resolve();
  await nextTurn();
  expect(runs.map(({ items }) => items)).toEqual([[1, 2]]);
  syncing = null;
  all.push(doOne(3));
  endRun(0);
  await nextTurn();
  endRun(1);
  expect(await Promise.all(all)).toEqual(['done 1', 'done 2', 'done 3']);
});

test('nobody waits long for what does not end, and a transaction not at all', async () => {
  const { runs, run, endRun } = heldRuns();
  const waitsFor = () => new Promise<void>(() => undefined);
  const doInTransaction = doTogether({ run, isTransaction: true, waitsFor });
  const ofTransaction = [doInTransaction(1)];
  await nextTurn();
  ofTransaction.push(doInTransaction(2));
  endRun(0);
  await nextTurn();
  expect(runs.map(({ items }) => items)).toEqual([[1], [2]]);
  const late = doTogether({ run, waitsFor })(3);
  await expect.poll(() => runs.length).toBe(3);
  for (const at of [1, 2]) endRun(at);
  expect(await Promise.all([...ofTransaction, late])).toEqual(['done 1', 'done 2', 'done 3']);
});

test('nobody waits long for statements that get no answer', async () => {
  const { runs, run, endRun } = heldRuns();
  const doOne = doTogether({ run });
  void doOne(100);
  await nextTurn();
  const late = doOne(1);
  await expect.poll(() => runs.length).toBe(2);
  endRun(1);
  expect(await late).toBe('done 1');
});

test('nobody waits long for such statements, however many wait, and whatever has waited before', async () => {
  const { runs, run, endRun } = heldRuns();
  const doOne = doTogether({ run });
  const before = [doOne(1)];
  await nextTurn();
  before.push(doOne(2));
  for (const at of [0, 1]) {
    await nextTurn();
    endRun(at);
  }
  await Promise.all(before);
  void doOne(100);
  await nextTurn();
  const late = Array.from({ length: 33 }, (_, item) => doOne(item));
  await expect.poll(() => runs.slice(2).map(({ items }) => items.length)).toEqual([1, 32, 1]);
  for (const at of [3, 4]) endRun(at);
  expect(await Promise.all(late)).toEqual(Array.from({ length: 33 }, (_, item) => `done ${item}`));
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
  const two = await Promise.allSettled([write('good'), write('refused')]);
  expect(two.map(({ status }) => status)).toEqual(['fulfilled', 'rejected']);
  runs.length = 0;
  const away = await Promise.allSettled([write('good'), write('away')]);
  expect(away).toEqual([1, 2].map(() => ({ status: 'rejected', reason: new Error('away') })));
  expect(runs).toEqual([['good', 'away']]);
  expect(await write('good')).toBe('good');
});
