/**
 * When a call may begin: so that in any second no more begin than the rate, and at any moment no more run than the concurrency. A
 * platform that says 429 halves both and pauses all calls for as long as it says; then both grow again.
 */
export interface CallState {
  /** When the last calls began, or will begin, the latest last; as many as the rate. */
  starts: number[];
  /** Those that run. `until`: when one counts as lost with its process. */
  running: { readonly id: string; readonly until: number }[];
  pausedUntil: number;
  /** When that was said; absent: by an instance of before. */
  pausedAt?: number;
  /** Which part of the limits held when they were last lowered; absent: they never were. */
  lowered?: { readonly to: number; readonly at: number };
}

export interface CallLimits {
  readonly requestsPerSecond: number;
  readonly concurrency: number;
}

export interface Entering extends CallLimits {
  readonly id: string;
  readonly now: number;
  /** The latest moment at which it is of use to begin. */
  readonly latest: number;
  /** How long a call may run. */
  readonly leaseMs: number;
}

/** `startsAt`: its place is taken. `freeAt`: its turn would come then, after its latest moment. `full`: as many run as may. */
export type Entered = { readonly startsAt: number } | { readonly freeAt: number } | 'full';

/** A second, and what timers and networks take more or less. */
const windowMs = 1050;
const recoveryMs = 30_000;
/** Of many that were sent at once, each may be told the same. */
const sameMs = 1000;
const defaultPauseMs = 1000;
const maxPauseMs = 3_600_000;
/** A call waits for a minute at the most, and runs for another (`UPSTREAM_TIMEOUT_MS`). */
const maxAheadMs = 130_000;

export function emptyCallState(): CallState {
  return { starts: [], running: [], pausedUntil: 0 };
}

export function enter(state: CallState, { id, now, latest, leaseMs, ...limits }: Entering): Entered {
  forgetLaterClock(state, now);
  state.running = state.running.filter(({ until }) => until > now);
  const part = partOf(state, now);
  if (state.running.length >= atLeastOne(limits.concurrency * part)) return 'full';
  const before = state.starts.at(-atLeastOne(limits.requestsPerSecond * part)) ?? Number.NEGATIVE_INFINITY;
  const startsAt = Math.max(now, state.pausedUntil, before + windowMs, state.starts.at(-1) ?? 0);
  if (startsAt > latest) return { freeAt: startsAt };
  state.starts.push(startsAt);
  if (state.starts.length > limits.requestsPerSecond) state.starts.shift();
  state.running.push({ id, until: startsAt + leaseMs });
  return { startsAt };
}

/** What was noted by a clock that was ahead, before it was set right: all would wait until this one gets there. */
function forgetLaterClock(state: CallState, now: number): void {
  state.starts = state.starts.filter((start) => start <= now + maxAheadMs);
  state.running = state.running.filter(({ until }) => until <= now + maxAheadMs);
  const pauseMs = state.pausedUntil - (state.pausedAt ?? state.pausedUntil - maxPauseMs);
  state.pausedUntil = Math.min(state.pausedUntil, now + pauseMs);
  if (state.lowered && state.lowered.at > now) state.lowered = { ...state.lowered, at: now };
}

export function leave(state: CallState, id: string): void {
  state.running = state.running.filter((one) => one.id !== id);
}

/** The platform wants no more calls for the moment. */
export function slowDown(state: CallState, now: number, retryAfterSeconds: number | null): void {
  forgetLaterClock(state, now);
  const pauseMs = retryAfterSeconds === null ? defaultPauseMs : Math.min(retryAfterSeconds * 1000, maxPauseMs);
  if (now + pauseMs > state.pausedUntil) Object.assign(state, { pausedUntil: now + pauseMs, pausedAt: now });
  if (state.lowered && now - state.lowered.at < sameMs) return;
  state.lowered = { to: partOf(state, now) / 2, at: now };
}

function partOf({ lowered }: CallState, now: number): number {
  return lowered ? Math.min(1, lowered.to + Math.max(0, now - lowered.at) / recoveryMs) : 1;
}

function atLeastOne(limit: number): number {
  return Math.max(1, Math.floor(limit));
}
