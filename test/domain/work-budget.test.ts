import { describe, expect, it } from 'vitest';
import { DomainError } from '../../src/domain/errors.ts';
import { createWorkBudget, unitsOfValues } from '../../src/domain/work-budget.ts';

const withLimit = (cost: number) => createWorkBudget({ cost, violations: 50 });

describe('a budget of work', () => {
  it('may be spent to the last unit', () => {
    const budget = withLimit(10);
    budget.charge(4);
    budget.charge(6);
    expect(budget.spent).toBe(10);
    expect(budget.ended).toBeNull();
  });

  it('beyond the limit refuses every charge, and tells its listeners once', () => {
    const budget = withLimit(10);
    let told = 0;
    budget.onEnd(() => {
      told += 1;
    });
    const refusal = expect.objectContaining({
      code: 'LIMIT_EXCEEDED',
      exceeded: { limitName: 'cost', limit: 10 },
      message: expect.stringContaining('more than the 10 units of work that are allowed'),
    });
    expect(() => budget.charge(1_000_000)).toThrow(refusal);
    expect(() => budget.charge(0)).toThrow(refusal);
    expect(told).toBe(1);
  });

  it('has then spent one more than the limit, in whatever steps it came there', () => {
    const spentIn = (...steps: number[]) => {
      const budget = withLimit(10);
      expect(() => {
        for (const units of steps) budget.charge(units);
      }).toThrow();
      return budget.spent;
    };
    expect(spentIn(11)).toBe(11);
    expect(spentIn(5, 5000)).toBe(11);
    expect(spentIn(10, 1)).toBe(11);
  });

  it('that was ended refuses every charge with the reason', () => {
    const budget = withLimit(10);
    const reason = new DomainError('UNAVAILABLE', 'It took too long.');
    budget.end(reason);
    expect(() => budget.charge(1)).toThrow(reason);
    expect(budget.spent).toBe(0);
  });

  it('has nothing left from then on, and looks nothing up', () => {
    const budget = withLimit(10);
    budget.charge(4);
    expect(budget.left).toBe(6);
    const reason = new DomainError('UNAVAILABLE', 'It took too long.');
    budget.end(reason);
    expect(budget.left).toBe(0);
    expect(() => budget.countBatch()).toThrow(reason);
    expect(budget.batches).toBe(0);
  });

  it('ends once: for the first reason, whatever comes after it', () => {
    const budget = withLimit(10);
    let told = 0;
    budget.onEnd(() => {
      told += 1;
    });
    budget.charge(4);
    const reason = new DomainError('UNAVAILABLE', 'It took too long.');
    budget.end(reason);
    budget.end(new DomainError('LIMIT_EXCEEDED', 'The answer would be too large.'));
    expect(() => budget.charge(0)).toThrow(reason);
    expect([told, budget.spent]).toEqual([1, 4]);
  });

  it('has spent one more than the limit when another limit ended it, too', () => {
    const budget = withLimit(10);
    budget.charge(4);
    budget.end(new DomainError('LIMIT_EXCEEDED', 'The answer would be too large.'));
    expect(budget.spent).toBe(11);
  });

  it('may be spent once more when its work begins anew', () => {
    const budget = withLimit(10);
    budget.charge(8);
    budget.countBatch();
    budget.restart();
    budget.charge(10);
    budget.countBatch();
    expect([budget.spent, budget.batches]).toEqual([10, 1]);
  });
});

it('values cost by their number and their length', () => {
  expect(unitsOfValues([])).toBe(0);
  expect(unitsOfValues(['a', '', 'b'])).toBe(9);
  expect(unitsOfValues(['x'.repeat(1000)])).toBe(13);
});
