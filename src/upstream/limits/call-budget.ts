/** Lets calls begin in the order in which they came, each when the limits allow it. */
import { randomUUID } from 'node:crypto';
import { DomainError } from '../../domain/errors.ts';
import type { SharedState } from '../../domain/shared-state.ts';
import { createBell } from '../../lib/bell.ts';
import { type CallLimits, type CallState, type Entered, emptyCallState, enter, leave, slowDown } from './call-rules.ts';

export interface CallBudget {
  /** Resolves when a call may begin. @throws DomainError UNAVAILABLE when that would be after its deadline, by `performance.now()` */
  enter(deadline: number): Promise<Permit>;
}

/** To be left once. */
export interface Permit {
  leave(): void;
  /** The platform wants no more calls for the moment. Resolves when this has been noted for all who share the limits, or sent to whoever notes it. */
  slowDown(retryAfterSeconds: number | null): Promise<void>;
}

export interface CallBudgetOptions {
  readonly limits: CallLimits;
  readonly state: SharedState<CallState>;
  /** How long a call may take: who holds a place for longer is dead. */
  readonly timeoutMs: number;
  /** How often it is looked whether another process has left a place; null: no other one has any. */
  readonly pollMs: number | null;
  /** Told when a place could not be given back: it is free after some time. */
  readonly onFailed?: (error: unknown) => void;
}

/** Of a process that shares its limits with no other. */
export function createLocalCallBudget(config: CallLimits & { readonly timeoutMs: number }): CallBudget {
  const local = emptyCallState();
  const state: SharedState<CallState> = { change: async (change) => change(local, performance.now()) };
  return createCallBudget({ limits: config, state, timeoutMs: config.timeoutMs, pollMs: null });
}

interface Waiting {
  readonly deadline: number;
  readonly begin: (permit: Permit) => void;
  readonly refuse: (error: unknown) => void;
}

export function createCallBudget(options: CallBudgetOptions): CallBudget {
  const { state, pollMs, onFailed } = options;
  const waiting: Waiting[] = [];
  /** Rings when one has left, in this process. */
  const left = createBell();
  let isGiving = false;

  async function giveAll(): Promise<void> {
    if (isGiving) return;
    isGiving = true;
    for (let [first] = waiting; first; [first] = waiting) {
      if (await give(first)) waiting.shift();
      else await left.wait(Math.min(pollMs ?? Number.POSITIVE_INFINITY, first.deadline - performance.now()));
    }
    isGiving = false;
  }

  /** Whether it need not wait any longer. */
  async function give({ deadline, begin, refuse }: Waiting): Promise<boolean> {
    const id = randomUUID();
    try {
      const delayMs = await reserve(options, id, deadline);
      if (delayMs === 'full') return false;
      if (delayMs > 0) setTimeout(begin, delayMs, createPermit(id));
      else begin(createPermit(id));
    } catch (error) {
      refuse(error);
    }
    return true;
  }

  function createPermit(id: string): Permit {
    const tell = (change: (shared: CallState, now: number) => void) =>
      state.change(change).then(left.ring, (error: unknown) => onFailed?.(error));
    return {
      leave: () => void tell((shared) => leave(shared, id)),
      slowDown: (seconds) => tell((shared, now) => slowDown(shared, now, seconds)),
    };
  }

  return {
    enter: (deadline) =>
      new Promise((begin, refuse) => {
        const call = { deadline, begin, refuse };
        if (waiting.push(call) > 1) setTimeout(refuseBehind, deadline - performance.now(), waiting, call).unref();
        void giveAll();
      }),
  };
}

/** Who stands behind others is refused in time, too; the first one is by `reserve`. */
function refuseBehind(waiting: Waiting[], call: Waiting): void {
  const place = waiting.indexOf(call);
  if (place < 1) return;
  waiting.splice(place, 1);
  call.refuse(noTurn(0));
}

/** Beyond its timeout, for what takes place around a call. */
const graceMs = 1000;

/** In how many milliseconds it may begin; `full`: another must leave first. @throws DomainError UNAVAILABLE */
async function reserve(options: CallBudgetOptions, id: string, deadline: number): Promise<number | 'full'> {
  const { limits, state, timeoutMs } = options;
  const patienceMs = deadline - performance.now();
  if (patienceMs <= 0) throw noTurn(0);
  const { now, entered } = await state.change((shared, now): { now: number; entered: Entered } => {
    const call = { ...limits, id, now, latest: now + patienceMs, leaseMs: timeoutMs + graceMs };
    return { now, entered: enter(shared, call) };
  });
  if (entered === 'full') return entered;
  if ('freeAt' in entered) throw noTurn(entered.freeAt - now);
  return entered.startsAt - now;
}

function noTurn(inMs: number): DomainError {
  const message = 'The gateway calls the platform as often as it may, and this request would have to wait too long.';
  return new DomainError('UNAVAILABLE', message, [], { retryAfterSeconds: Math.max(1, Math.ceil(inMs / 1000)) });
}
