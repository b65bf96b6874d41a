import { expect, it } from 'vitest';
import { Turns, unitsPerTurn } from '../../../src/graphql/execution/turns.ts';

const nextTurn = () => new Promise((resolve) => setImmediate(resolve));

it('a turn has room until its units are taken', () => {
  const turns = new Turns();
  turns.take(unitsPerTurn - 1);
  expect(turns.isFull).toBe(false);
  turns.take(1);
  expect(turns.isFull).toBe(true);
});

it('what waits runs in its order, in each turn as much as has room', async () => {
  const turns = new Turns();
  turns.take(unitsPerTurn);
  const done: number[] = [];
  const half = (name: number) =>
    turns.later(() => {
      turns.take(unitsPerTurn / 2);
      done.push(name);
    });
  const all = Promise.all([1, 2, 3, 4, 5].map(half));
  const seen: number[] = [];
  for (let turn = 0; turn < 4; turn += 1) {
    seen.push(done.length);
    await nextTurn();
  }
  await all;
  expect(seen).toEqual([0, 2, 4, 5]);
  expect(done).toEqual([1, 2, 3, 4, 5]);
});

it('what comes while others wait waits, too', async () => {
  const turns = new Turns();
  turns.take(unitsPerTurn);
  const first = turns.later(() => 'first');
  expect(turns.isFull).toBe(true);
  expect(await first).toBe('first');
  expect(turns.isFull).toBe(false);
});

it('a task that fails fails alone', async () => {
  const turns = new Turns();
  const failing = turns.later(() => {
    throw new Error('of its own');
  });
  const other = turns.later(() => 'done');
  await expect(failing).rejects.toThrow('of its own');
  expect(await other).toBe('done');
});
