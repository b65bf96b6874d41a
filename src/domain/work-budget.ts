/**
 * What one request may still cost. Everything that grows with what was sent or stored is charged before it is built: records,
 * items of lists, values of filters at each use, violations, bytes. Both faces make one for each request and charge in the same
 * unit, so that a request ends in bounded time and memory wherever it spends them.
 *
 * A charge depends on the question and the data alone, never on what a cache happened to hold: the same question costs the same
 * whichever way it is answered.
 */
import { DomainError } from './errors.ts';

export interface WorkBudget {
  readonly limit: number;
  /** How many violations are told at most. */
  readonly maxViolations: number;
  /** What was charged so far; one more than the limit, where it was exceeded. */
  readonly spent: number;
  readonly isExceeded: boolean;
  /** @throws DomainError LIMIT_EXCEEDED beyond the limit, and from then on for every charge, even of nothing */
  charge(units: number): void;
  /** Begins anew, for work that is done a second time. */
  restart(): void;
  /** Told once, when the limit is exceeded: whatever waits for the work may stop. */
  onExceeded(listener: () => void): void;
}

/** In units: one is about a microsecond of the gateway's time. */
export const workPrices = {
  /** A record of a page, or one that was named by the caller. */
  record: 60,
  /** A record that another one leads to: these are read in batches, each once. */
  relatedRecord: 5,
  violation: 10,
  /** A combination of a parent's matrix that is looked at. */
  matrixEntry: 0.25,
} as const;

/** Bytes of text that cost one unit. */
const bytesPerUnit = 100;

export function unitsOfBytes(bytes: number): number {
  return Math.floor(bytes / bytesPerUnit);
}

/** Of values that a condition or an id list holds, at each of its uses. */
export function unitsOfValues(values: readonly string[]): number {
  return values.reduce((sum, value) => sum + 1 + unitsOfBytes(value.length), 0);
}

export interface WorkLimits {
  readonly cost: number;
  readonly violations: number;
}

export function createWorkBudget({ cost, violations }: WorkLimits): WorkBudget {
  let spent = 0;
  let exceeded: DomainError | null = null;
  const listeners: (() => void)[] = [];
  return {
    limit: cost,
    maxViolations: violations,
    get spent() {
      return spent;
    },
    get isExceeded() {
      return exceeded !== null;
    },
    charge(units) {
      if (exceeded) throw exceeded;
      spent += units;
      if (spent <= cost) return;
      // By how much is a matter of the order in which things happened.
      spent = cost + 1;
      exceeded = workExceeded(cost);
      for (const listener of listeners) listener();
      throw exceeded;
    },
    restart() {
      spent = 0;
      exceeded = null;
    },
    onExceeded(listener) {
      listeners.push(listener);
    },
  };
}

function workExceeded(limit: number): DomainError {
  const message = `The request was ended: it takes more than the ${limit} units of work that are allowed. Ask for smaller pages, or for fewer fields and values.`;
  return new DomainError('LIMIT_EXCEEDED', message, [], { exceeded: { limitName: 'cost', limit } });
}
