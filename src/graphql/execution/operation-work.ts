/**
 * The work of one operation while it runs: charged to the request's budget, done in turns so that other requests get theirs, and
 * ended as a whole. How much it is depends on the document, the variables and the data alone.
 */
import type { FieldNode, GraphQLCompositeType } from 'graphql';
import { DomainError } from '../../domain/errors.ts';
import { type WorkBudget, workPrices } from '../../domain/work-budget.ts';
import { untoldError } from '../errors/untold-error.ts';
import type { PlanSelections, WorkPlan } from '../limits/work-plan.ts';

/** Some tens of milliseconds. */
const unitsPerTurn = 20_000;

export interface OperationWork {
  charge(units: number): void;
  /** What is selected of each object that a field answers: of each place where the field is written. */
  plansOf(nodes: readonly FieldNode[], type: GraphQLCompositeType): readonly WorkPlan[];
  /**
   * What was made of the value once it is there. A failure waits for all that runs besides: graphql-js drops what runs beside a
   * failure when it comes first, and the work would depend on who is faster.
   */
  follow<Value, Result>(value: Promise<Value>, then: (value: Value) => Result): Promise<Result>;
  /** The items of a list that costs so much in all; where that is a lot, those after the first ones come in later turns. */
  inTurns<Item>(items: readonly Item[], units: number): readonly (Item | Promise<Item>)[];
}

export interface OperationWorkOptions {
  readonly budget: WorkBudget;
  readonly planSelections: PlanSelections;
  /** That a response tells: of what fails beyond them, nothing is made. */
  readonly maxErrors: number;
}

export function createOperationWork({ budget, planSelections, maxErrors }: OperationWorkOptions): OperationWork {
  let unitsOfTurn = 0;
  let turn: Promise<void> | null = null;
  let running = 0;
  let failed: ((isTold: boolean) => void)[] = [];

  function nextTurn(): Promise<void> {
    turn ??= new Promise((resolve) => {
      setImmediate(() => {
        turn = null;
        unitsOfTurn = 0;
        resolve();
      });
    });
    return turn;
  }

  /** Of many that wait for the next turn, those that it has no room for wait for another one. */
  async function whenThereIsRoom(): Promise<void> {
    while (unitsOfTurn > unitsPerTurn) await nextTurn();
  }

  function end(): void {
    running -= 1;
    // What has just ended may start something yet, within this turn.
    if (running === 0 && failed.length > 0) setImmediate(failIfNothingRuns);
  }

  function failIfNothingRuns(): void {
    if (running > 0) return;
    const all = failed;
    failed = [];
    all.forEach((fail, index) => {
      fail(index < maxErrors);
    });
  }

  const work: OperationWork = {
    charge(units) {
      unitsOfTurn += units;
      budget.charge(units);
    },

    plansOf: (nodes, type) =>
      nodes.flatMap(({ selectionSet }) => (selectionSet ? [planSelections(selectionSet, type)] : [])),

    async follow(value, then) {
      running += 1;
      try {
        const known = await value;
        if (unitsOfTurn > unitsPerTurn) await whenThereIsRoom();
        const result = then(known);
        end();
        return result;
      } catch (error) {
        if (budget.ended) throw error;
        work.charge(unitsOfFailure(error));
        return new Promise((_resolve, reject) => {
          // A bug is reported, whether the client is told or not.
          failed.push((isTold) => reject(isTold || !(error instanceof DomainError) ? error : untoldError));
          end();
        });
      }
    },

    inTurns(items, units) {
      if (units <= unitsPerTurn || items.length < 2) return items;
      const itemsPerTurn = Math.max(1, Math.floor((items.length * unitsPerTurn) / units));
      let mine = Promise.resolve();
      const later = items.map((item, index) => {
        if (index < itemsPerTurn) return item;
        if (index % itemsPerTurn === 0) mine = mine.then(nextTurn);
        return mine.then(() => item);
      });
      running += 1;
      mine.then(end);
      return later;
    },
  };
  return work;
}

function unitsOfFailure(error: unknown): number {
  return workPrices.error + (error instanceof DomainError ? error.violations.length * workPrices.violation : 0);
}
