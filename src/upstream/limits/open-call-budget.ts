import type { SharedState } from '../../domain/shared-state.ts';
import { type CallBudget, createCallBudget, createLocalCallBudget } from './call-budget.ts';
import { type CallLimits, type CallState, emptyCallState } from './call-rules.ts';
import { createWorkerCallBudget } from './worker-call-budget.ts';

export interface CallSharing {
  /** Of instances that share a database; null: they share nothing. */
  readonly sharedState: ((options: { name: string; empty: () => CallState }) => SharedState<CallState>) | null;
  /** Processes that are supervised together. */
  readonly workers: number;
  /** Told when a place could not be given back: it is free after some time. */
  readonly onFailed: (error: unknown) => void;
}

export const unshared: CallSharing = { sharedState: null, workers: 1, onFailed: () => {} };

/** For instances, a look at the database more or less each time. */
const pollMs = 25;

/** Of all who call the platform together: instances by their database, workers by the process that supervises them. */
export function openCallBudget(config: CallLimits & { readonly timeoutMs: number }, sharing: CallSharing): CallBudget {
  const { sharedState, workers, onFailed } = sharing;
  const { timeoutMs } = config;
  if (sharedState) {
    const state = sharedState({ name: 'calls of the platform', empty: emptyCallState });
    return createCallBudget({ limits: config, state, timeoutMs, pollMs, onFailed });
  }
  return workers > 1 ? createWorkerCallBudget() : createLocalCallBudget(config);
}
