import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { createEndOfTurn } from '../../src/server/end-of-turn.ts';

it('holds responses until the end of their turn where the turn before had several', async () => {
  const endOfTurn = createEndOfTurn();
  expect([endOfTurn(), endOfTurn()]).toEqual([null, null]);
  await nextTurn();
  const order: string[] = [];
  const ends = ['first', 'second'].map(async (name) => {
    await endOfTurn();
    order.push(name);
  });
  await Promise.resolve();
  order.push('all else of the turn');
  await Promise.all(ends);
  expect(order).toEqual(['all else of the turn', 'first', 'second']);
});

it('holds none where the turn before had one alone, whatever came before that', async () => {
  const endOfTurn = createEndOfTurn();
  endOfTurn();
  endOfTurn();
  await nextTurn();
  const alone = endOfTurn();
  await nextTurn();
  expect(alone).toBeInstanceOf(Promise);
  expect(endOfTurn()).toBeNull();
  await alone;
});

it('lets no more than sixteen wait: they are written within the time in which requests begin', async () => {
  const endOfTurn = createEndOfTurn();
  endOfTurn();
  endOfTurn();
  await nextTurn();
  const order: string[] = [];
  const ends = Array.from({ length: 33 }, async (_, at) => {
    await endOfTurn();
    order.push(`${at}`);
  });
  await Promise.all(ends.slice(0, 32));
  order.push('all else of the turn');
  await Promise.all(ends);
  expect(order.slice(30)).toEqual(['30', '31', 'all else of the turn', '32']);
});
