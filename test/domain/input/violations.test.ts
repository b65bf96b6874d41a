import { describe, expect, it } from 'vitest';
import {
  createViolationList,
  inFieldOrder,
  shortenViolations,
  type Violation,
} from '../../../src/domain/input/violations.ts';

const fault = (field: string, problem = 'is faulty'): Violation => ({ path: [field], rule: 'format', problem });
const more = (count: number, problem = `are ${count} more violations`) => {
  return { path: [], rule: 'more', problem, more: count } as const;
};
const faults = ['a', 'b', 'c'].map((field) => fault(field));

describe('of many violations', () => {
  it('the first ones are made, and the others counted', () => {
    const list = createViolationList(2);
    const made: string[] = [];
    for (const { path } of faults) {
      list.add(() => {
        made.push(String(path));
        return fault(String(path));
      });
    }
    expect(made).toEqual(['a', 'b']);
    expect(list.toArray()).toEqual([fault('a'), fault('b'), more(1, 'is 1 more violation')]);
  });

  it('that are as many as are told all are told', () => {
    const list = createViolationList(3);
    for (const one of faults) list.add(() => one);
    expect(list.toArray()).toEqual(faults);
    expect(shortenViolations(faults, 3)).toEqual(faults);
  });

  it('a list that is shortened says of all how many more there are, of those too that were counted before', () => {
    expect(shortenViolations(faults, 1)).toEqual([fault('a'), more(2)]);
    expect(shortenViolations([...faults, more(4)], 2)).toEqual([fault('a'), fault('b'), more(5)]);
    expect(shortenViolations([fault('a'), more(4), fault('b'), more(5)], 100)).toEqual([
      fault('a'),
      fault('b'),
      more(9),
    ]);
  });
});

it('violations stand in the order of the fields, those of one as they are, and first what is no field', () => {
  const some = [fault('c'), fault('a', 'is one'), fault('elsewhere'), fault('b'), fault('a', 'is another')];
  expect(inFieldOrder(some, ['a', 'b', 'c'])).toEqual([some[2], some[1], some[4], some[3], some[0]]);
});
