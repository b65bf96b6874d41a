/**
 * The work of one operation while it runs: charged to the request's budget, done in turns so that other requests get theirs, and
 * ended as a whole. How much it is depends on the document, the variables and the data alone.
 */
import type { FieldNode, GraphQLCompositeType } from 'graphql';
import { DomainError } from '../../domain/errors.ts';
import { unitsOfBytes, type WorkBudget, workPrices } from '../../domain/work-budget.ts';
import type { Limits } from '../../http/limits.ts';
import { createMemo } from '../../lib/memo.ts';
import { untoldError } from '../errors/untold-error.ts';
import { answerTooLarge } from '../limits/answer-size.ts';
import type { Made, PlanSelections, WorkPlan } from '../limits/work-plan.ts';
import { Turns, unitsPerTurn } from './turns.ts';

export interface OperationWorkOptions {
  readonly budget: WorkBudget;
  readonly planSelections: PlanSelections;
  /** Of what fails beyond the errors that a response tells, nothing is made. */
  readonly limits: Pick<Limits, 'errors' | 'answerBytes'>;
}

const unitsWorthWaiting = unitsPerTurn / 10;

/** A class, since one is made for each operation, and V8 would make each of its functions anew. */
export class OperationWork {
  readonly #budget: WorkBudget;
  readonly #planSelections: PlanSelections;
  readonly #limits: OperationWorkOptions['limits'];
  readonly #turns = new Turns();
  #bytes = 0;
  #running = 0;
  #failed: ((isTold: boolean) => void)[] = [];

  constructor({ budget, planSelections, limits }: OperationWorkOptions) {
    this.#budget = budget;
    this.#planSelections = planSelections;
    this.#limits = limits;
  }

  /** How many units may still be charged. */
  get left(): number {
    return this.#budget.left;
  }

  charge(units: number): void {
    this.#turns.take(units);
    this.#budget.charge(units);
  }

  /** What is selected of each object that a field answers: of each place where the field is written. */
  plansOf(nodes: readonly FieldNode[], type: GraphQLCompositeType): readonly WorkPlan[] {
    const known = plansOfNodes.get(nodes);
    const planSelections = this.#planSelections;
    if (known?.planSelections === planSelections) return known.plans;
    const plans = nodes.flatMap(({ selectionSet }) => (selectionSet ? [planSelections(selectionSet, type)] : []));
    plansOfNodes.set(nodes, { planSelections, plans });
    return plans;
  }

  /**
   * The result of `then` once the value has resolved. A failure waits for everything that still runs: graphql-js abandons what runs
   * beside a failure, and what is charged would depend on which of them came first.
   */
  follow<Value, Result>(value: Promise<Value>, then: (value: Value) => Result): Promise<Result> {
    this.#running += 1;
    return value.then(
      (known) => {
        const succeed = (result: Result) => {
          this.#end();
          return result;
        };
        const fail = (error: unknown) => this.#fail(error);
        if (this.#turns.isFull) return this.#turns.later(() => then(known)).then(succeed, fail);
        try {
          return succeed(then(known));
        } catch (error) {
          return fail(error);
        }
      },
      (error: unknown) => this.#fail(error),
    );
  }

  /**
   * Charges what was made, and returns it: of a list of which the plans expect much, all but its first items in later turns, and these too
   * where this one is full.
   */
  complete(value: unknown, made: Made, plans: readonly WorkPlan[]): unknown {
    const { answerBytes } = this.#limits;
    this.#bytes += made.bytes;
    // First: of what costs too much not all bytes may have been counted.
    this.#budget.charge(made.units);
    if (this.#bytes > answerBytes) {
      this.#budget.end(answerTooLarge(answerBytes));
      this.#budget.charge(0);
    }
    const ofEach = plans.reduce((sum, { expected }) => sum + expected, 0);
    if (Array.isArray(value)) return this.#whenRoom(value, Math.max(made.units, value.length * ofEach));
    this.#turns.take(Math.max(made.units, ofEach));
    return value;
  }

  /** What was charged so far. */
  made(): Made {
    return { units: this.#budget.spent, bytes: this.#bytes };
  }

  /** Begins anew, for work that is done a second time. */
  restart(): void {
    this.#bytes = 0;
    this.#budget.restart();
  }

  #end(): void {
    this.#running -= 1;
    // What has just ended may start something yet, within this turn.
    if (this.#running === 0 && this.#failed.length > 0) setImmediate(() => this.#failIfNothingRuns());
  }

  #failIfNothingRuns(): void {
    if (this.#running > 0) return;
    const all = this.#failed;
    this.#failed = [];
    all.forEach((fail, index) => {
      fail(index < this.#limits.errors);
    });
  }

  #fail(error: unknown): Promise<never> {
    try {
      if (this.#budget.ended) throw error;
      this.charge(unitsOfFailure(error));
    } catch (told) {
      // Those that failed before wait for it: what a mutation has done is told though its budget has ended.
      this.#end();
      throw told;
    }
    return new Promise((_resolve, reject) => {
      // A bug is reported, whether the client is told or not.
      this.#failed.push((isTold) => reject(isTold || !(error instanceof DomainError) ? error : untoldError));
      this.#end();
    });
  }

  /** What is small has been reckoned with by what it stands in, unless there is much more of it than was expected: to let it wait alone would only be slower. */
  #whenRoom(items: readonly unknown[], units: number): unknown {
    const { isFull, isOverfull } = this.#turns;
    if (!isFull || (units < unitsWorthWaiting && !isOverfull)) return this.#inTurns(items, units);
    this.#running += 1;
    const inLaterTurns = this.#turns.later(() => this.#inTurns(items, units));
    inLaterTurns.then(() => this.#end());
    return inLaterTurns;
  }

  #inTurns(items: readonly unknown[], units: number): readonly unknown[] {
    const turns = this.#turns;
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
    this.#running += 1;
    part.then(() => this.#end());
    return inParts;
  }
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
