/**
 * The work of one operation while it runs: charged to the request's budget, done in turns so that other requests get theirs, and
 * ended as a whole. How much it is depends on the document, the variables and the data alone.
 */
import type { FieldNode, GraphQLCompositeType } from 'graphql';
import { DomainError } from '../../domain/errors.ts';
import { createMemo } from '../../domain/memo.ts';
import { unitsOfBytes, type WorkBudget, workPrices } from '../../domain/work-budget.ts';
import type { Limits } from '../../http/limits.ts';
import { untoldError } from '../errors/untold-error.ts';
import { answerTooLarge } from '../limits/answer-size.ts';
import type { Made, PlanSelections, WorkPlan } from '../limits/work-plan.ts';
import { createTurns, unitsPerTurn } from './turns.ts';

export interface OperationWork {
  charge(units: number): void;
  /** What is selected of each object that a field answers: of each place where the field is written. */
  plansOf(nodes: readonly FieldNode[], type: GraphQLCompositeType): readonly WorkPlan[];
  /**
   * What was made of the value once it is there. A failure waits for all that runs besides: graphql-js drops what runs beside a
   * failure when it comes first, and the work would depend on who is faster.
   */
  follow<Value, Result>(value: Promise<Value>, then: (value: Value) => Result): Promise<Result>;
  /**
   * Charges what was made, and returns it: of a list of which the plans expect much, all but its first items in later turns, and these too
   * where this one is full.
   */
  complete(value: unknown, made: Made, plans: readonly WorkPlan[]): unknown;
  /** What was charged so far. */
  made(): Made;
  /** Begins anew, for work that is done a second time. */
  restart(): void;
}

export interface OperationWorkOptions {
  readonly budget: WorkBudget;
  readonly planSelections: PlanSelections;
  /** Of what fails beyond the errors that a response tells, nothing is made. */
  readonly limits: Pick<Limits, 'errors' | 'answerBytes'>;
}

const unitsWorthWaiting = unitsPerTurn / 10;

export function createOperationWork({ budget, planSelections, limits }: OperationWorkOptions): OperationWork {
  const turns = createTurns();
  let bytes = 0;
  let running = 0;
  let failed: ((isTold: boolean) => void)[] = [];

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
      fail(index < limits.errors);
    });
  }

  /** What is small has been reckoned with by what it stands in: to let it wait alone would only be slower. */
  function whenRoom(items: readonly unknown[], units: number): unknown {
    if (units < unitsWorthWaiting || !turns.isFull) return inTurns(items, units);
    running += 1;
    const inLaterTurns = turns.later(() => inTurns(items, units));
    inLaterTurns.then(end);
    return inLaterTurns;
  }

  function inTurns(items: readonly unknown[], units: number): readonly unknown[] {
    const unitsOfItem = units / Math.max(1, items.length);
    const itemsPerTurn = Math.max(1, Math.floor(unitsPerTurn / unitsOfItem));
    if (itemsPerTurn >= items.length) {
      turns.take(units);
      return items;
    }
    const unitsOfPart = unitsOfItem * itemsPerTurn;
    turns.take(unitsOfPart);
    let part: Promise<void> = Promise.resolve();
    const inParts = items.map((item, index) => {
      if (index < itemsPerTurn) return item;
      if (index % itemsPerTurn === 0) part = turns.later(() => turns.take(unitsOfPart));
      return part.then(() => item);
    });
    running += 1;
    part.then(end);
    return inParts;
  }

  function succeed<Result>(result: Result): Result {
    end();
    return result;
  }

  function fail(error: unknown): Promise<never> {
    if (budget.ended) throw error;
    work.charge(unitsOfFailure(error));
    return new Promise((_resolve, reject) => {
      // A bug is reported, whether the client is told or not.
      failed.push((isTold) => reject(isTold || !(error instanceof DomainError) ? error : untoldError));
      end();
    });
  }

  const work: OperationWork = {
    charge(units) {
      turns.take(units);
      budget.charge(units);
    },

    plansOf(nodes, type) {
      const known = plansOfNodes.get(nodes);
      if (known?.planSelections === planSelections) return known.plans;
      const plans = nodes.flatMap(({ selectionSet }) => (selectionSet ? [planSelections(selectionSet, type)] : []));
      plansOfNodes.set(nodes, { planSelections, plans });
      return plans;
    },

    follow(value, then) {
      running += 1;
      return value.then((known) => {
        if (turns.isFull) return turns.later(() => then(known)).then(succeed, fail);
        try {
          return succeed(then(known));
        } catch (error) {
          return fail(error);
        }
      }, fail);
    },

    complete(value, made, plans) {
      bytes += made.bytes;
      if (bytes > limits.answerBytes) budget.end(answerTooLarge(limits.answerBytes));
      budget.charge(made.units);
      const ofEach = plans.reduce((sum, { expected }) => sum + expected, 0);
      if (Array.isArray(value)) return whenRoom(value, Math.max(made.units, value.length * ofEach));
      turns.take(Math.max(made.units, ofEach));
      return value;
    },

    made: () => ({ units: budget.spent, bytes }),

    restart() {
      bytes = 0;
      budget.restart();
    },
  };
  return work;
}

/** Of fields that are written: their nodes last as long as their document is cached. */
const plansOfNodes = createMemo<
  readonly FieldNode[],
  { readonly planSelections: PlanSelections; readonly plans: readonly WorkPlan[] }
>('work plans');

/** A client is told each violation by itself, and all of them in the message. */
function unitsOfFailure(error: unknown): number {
  if (!(error instanceof DomainError)) return workPrices.error;
  const { violations, message } = error;
  return workPrices.error + violations.length * workPrices.violation + unitsOfBytes(2 * message.length);
}
