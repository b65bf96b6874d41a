/** How much of an operation is done at a stretch, in units: what the clock says depends on the machine. */
import { expect, it } from 'vitest';
import { DomainError } from '../../../src/domain/errors.ts';
import { createWorkBudget, workPrices } from '../../../src/domain/work-budget.ts';
import { OperationWork } from '../../../src/graphql/execution/operation-work.ts';
import { unitsPerTurn } from '../../../src/graphql/execution/turns.ts';

const limits = { errors: 100, answerBytes: 1_000_000 };
const absent = new DomainError('NOT_FOUND', 'It is not there.');
const plan = (expected: number) => ({ units: 0, members: [], expected });

function createWork() {
  const budget = createWorkBudget({ cost: 1_000_000, violations: 50 });
  return new OperationWork({ budget, planSelections: () => plan(0), limits });
}

it('what takes too much of both has cost too much', () => {
  expect(() => createWork().complete(null, { units: 1_000_001, bytes: 1_000_001 }, [])).toThrow(/units of work/);
  expect(() => createWork().complete(null, { units: 1_000_000, bytes: 1_000_001 }, [])).toThrow(/bytes/);
});

interface Lists {
  readonly count: number;
  readonly items: number;
  readonly unitsOfItem: number;
}

/** Completes as many equal lists at once, as resolvers do that need not wait, and adds up what is begun in each turn. */
async function unitsByTurn({ count, items, unitsOfItem }: Lists): Promise<number[]> {
  const work = createWork();
  const begun: number[] = [];
  let turn = 0;
  let left = count * items;
  const { promise: done, resolve } = Promise.withResolvers<void>();
  // Before any other of the turn.
  const countTurn = () => {
    turn += 1;
    left > 0 ? setImmediate(countTurn) : resolve();
  };
  setImmediate(countTurn);
  const begin = () => {
    begun[turn] = (begun[turn] ?? 0) + unitsOfItem;
    left -= 1;
  };
  const beginList = (list: readonly unknown[]) => {
    for (const item of list) item instanceof Promise ? item.then(begin) : begin();
  };
  // An empty list takes nothing, and is nothing to divide by.
  expect(work.complete([], { units: 0, bytes: 0 }, [])).toEqual([]);
  for (let at = 0; at < count; at += 1) {
    const list = work.complete(Array.from({ length: items }), { units: 0, bytes: 0 }, [plan(unitsOfItem)]);
    list instanceof Promise ? list.then(beginList) : beginList(list as readonly unknown[]);
  }
  await done;
  return begun.filter((units) => units > 0);
}

it.each([
  { count: 13, items: 13, unitsOfItem: 1150 },
  { count: 1, items: 100, unitsOfItem: 1150 },
  { count: 100, items: 2, unitsOfItem: 900 },
  { count: 40, items: 100, unitsOfItem: 30 },
])('$count lists of $items items of $unitsOfItem units are begun in turns', async (lists) => {
  const turns = await unitsByTurn(lists);
  const whole = lists.count * lists.items * lists.unitsOfItem;
  expect(turns.reduce((sum, units) => sum + units, 0)).toBe(whole);
  expect(Math.max(...turns)).toBeLessThan(2 * unitsPerTurn);
});

it('small lists are begun in turns where there are more of them than anybody expected', async () => {
  const lists = { count: 400, items: 10, unitsOfItem: 30 };
  const turns = await unitsByTurn(lists);
  expect(turns.reduce((sum, units) => sum + units, 0)).toBe(400 * 300);
  expect(Math.max(...turns)).toBeLessThan(2 * unitsPerTurn + 300);
});

it('a page is begun at once', async () => {
  expect(await unitsByTurn({ count: 1, items: 100, unitsOfItem: 60 })).toEqual([6000]);
});

it('a small list does not wait, although the turn is full', () => {
  const work = createWork();
  work.charge(unitsPerTurn);
  const small = ['a', 'b'];
  expect(work.complete(small, { units: 2, bytes: 2 }, [])).toBe(small);
});

it.each<[string, (work: OperationWork) => Promise<unknown>]>([
  ['too much is made', (work) => work.follow(Promise.resolve(), () => work.charge(1_000_001))],
  ['there are too many failures', (work) => work.follow(Promise.reject(absent), String)],
])('what has failed is told, though beside it %s: a mutation goes on', async (_, exceed) => {
  const work = createWork();
  work.charge(1_000_000 - workPrices.error);
  const failed = work.follow(Promise.reject(absent), String);
  const exceeding = exceed(work);
  await expect(exceeding).rejects.toMatchObject({ code: 'LIMIT_EXCEEDED' });
  await expect(failed).rejects.toBe(absent);
});

it.each([
  { what: 'lists that wait for a turn each', count: 5, items: 1, unitsOfItem: unitsPerTurn },
  { what: 'a list that is begun in parts', count: 1, items: 50, unitsOfItem: 1150 },
])('a failure is told when what runs beside it has been begun: $what', async ({ count, items, unitsOfItem }) => {
  const work = createWork();
  work.charge(unitsPerTurn);
  const told: string[] = [];
  const failed = work.follow(Promise.reject(absent), String).catch(() => told.push('failure'));
  const lists = Array.from({ length: count }, async () => {
    const list = await work.complete(Array.from({ length: items }), { units: 0, bytes: 0 }, [plan(unitsOfItem)]);
    await Promise.all(list as readonly unknown[]);
    told.push('list');
  });
  await Promise.all([...lists, failed]);
  expect(told).toEqual([...lists.map(() => 'list'), 'failure']);
});
