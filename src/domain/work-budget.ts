/**
 * What one request may still cost. Everything that grows with what was sent or stored is charged before it is built: records,
 * items of lists, values of filters at each use, violations, bytes. Both faces make a budget for each request and charge in the
 * same unit, so that a request ends in bounded time and memory wherever it spends them.
 *
 * A charge depends on the question and the data alone, never on what a cache happens to hold: the same question costs the same
 * whichever way it is answered.
 */
import { DomainError } from './errors.ts';

export type WorkBudget = Readonly<CountingBudget>;

/** For work that only charges. */
export type Charges = Pick<WorkBudget, 'charge'>;

/** In units: one is about a microsecond of the gateway's time. */
export const workPrices = {
  /** A record of a page, or one that the caller named alone. */
  record: 60,
  /** One of many that the caller named, or that another record leads to: these are read in batches, each once. */
  relatedRecord: 5,
  error: 20,
  violation: 10,
  /** A combination of a parent's matrix that is looked at. */
  matrixEntry: 1,
  /** A value of a filter, at each of its uses. */
  filterValue: 3,
  /** The same value in another segment of a large release (`storage/index/`). */
  lookup: 1,
  /** A block of an order, a relation or the words of a release's index that is walked through. */
  indexBlock: 40,
  /** An item of an argument that is a list. */
  listItem: 1,
  /** An instruction of a regular expression, each time that it is compiled. */
  instruction: 4,
} as const;

/** Bytes of text that cost one unit. */
const bytesPerUnit = 100;

export function unitsOfBytes(bytes: number): number {
  return Math.floor(bytes / bytesPerUnit);
}

/** Items of a stored list that are looked through for one unit. */
const itemsPerUnit = 20;

/** Of looking for one of so many, which none of the lists that products mostly have takes. */
export function unitsOfSearch(items: number): number {
  return Math.floor(items / itemsPerUnit);
}

/** Of a condition's values, at each of its uses. */
export function unitsOfValues(values: readonly string[]): number {
  return values.reduce((sum, value) => sum + workPrices.filterValue + unitsOfBytes(value.length), 0);
}

export interface WorkLimits {
  readonly cost: number;
  readonly violations: number;
}

export function createWorkBudget(limits: WorkLimits): WorkBudget {
  return new CountingBudget(limits);
}

/** A class, since one is made for each request: V8 compiles no code for the accessors of an object literal, and defines each by a call. */
class CountingBudget {
  readonly limit: number;
  /** How many violations are told at most. */
  readonly maxViolations: number;
  /** What was charged so far; one more than the limit, where that was exceeded. */
  spent = 0;
  /** How often things were looked up together. */
  batches = 0;
  /** Why nothing more may be charged; null: it may. */
  ended: DomainError | null = null;
  #listeners: (() => void)[] | null = null;

  constructor({ cost, violations }: WorkLimits) {
    this.limit = cost;
    this.maxViolations = violations;
  }

  /** How much may still be charged. */
  get left(): number {
    return this.ended ? 0 : this.limit - this.spent;
  }

  /** @throws DomainError LIMIT_EXCEEDED beyond the limit; once the budget has ended, its reason for every charge, even of nothing */
  charge(units: number): void {
    if (this.ended) throw this.ended;
    this.spent += units;
    if (this.spent <= this.limit) return;
    const reason = workExceeded(this.limit);
    this.end(reason);
    throw reason;
  }

  /** Things are looked up together. @throws DomainError once the budget has ended, its reason */
  countBatch(): void {
    if (this.ended) throw this.ended;
    this.batches += 1;
  }

  /** Nobody waits for the work any more: whatever is left of it fails at its next charge. */
  end(reason: DomainError): void {
    if (this.ended) return;
    this.ended = reason;
    // By how much is a matter of the order in which things happened.
    if (reason.code === 'LIMIT_EXCEEDED') this.spent = this.limit + 1;
    for (const listener of this.#listeners ?? []) listener();
  }

  /** Told once, when the budget ends. */
  onEnd(listener: () => void): void {
    this.#listeners ??= [];
    this.#listeners.push(listener);
  }

  /** Begins anew, for work that is done a second time. */
  restart(): void {
    this.spent = 0;
    this.batches = 0;
  }
}

function workExceeded(limit: number): DomainError {
  const message = `The request was ended: it takes more than the ${limit} units of work that are allowed. Ask for smaller pages, or for fewer fields and values.`;
  return new DomainError('LIMIT_EXCEEDED', message, [], { exceeded: { limitName: 'cost', limit } });
}
