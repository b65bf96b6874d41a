/**
 * Keeps the store what the platform shows. Any number of instances follow, and one of them at a time copies: who has the place counts up
 * in the database, and is gone when it has not for a while. Clocks of instances are not compared.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { DomainError } from '../domain/errors.ts';
import type { MirrorState, MirrorStore } from '../domain/mirror/ports.ts';
import { ImportError } from '../importer/import-error.ts';
import { answeredSoon } from './answered-soon.ts';
import { MirrorProblem } from './mirror-problem.ts';
import type { SyncReport } from './sync-mirror.ts';

export interface FollowOptions {
  readonly stores: { readonly mirror: Omit<MirrorStore, 'listCopies'> };
  /** How often the platform is looked at where nobody says that there is something new. */
  readonly everyMs: number;
  /** @throws what `syncMirror` throws */
  readonly sync: (holder: string, signal: AbortSignal) => Promise<SyncReport>;
  readonly signal: AbortSignal;
  readonly monotonicNow: () => number;
  readonly now: () => Date;
  readonly events: FollowEvents;
  /** How long the store may take to say who copies; absent: as long as who copies may be held up. */
  readonly answerWithinMs?: number;
}

export interface FollowEvents {
  onSynced(report: SyncReport): void;
  /** The mirror is as it was: why, and in a sentence. */
  onProblem(problem: string, error: unknown): void;
  /** Told of what the store says, or of a bug. */
  onFailed(error: unknown): void;
}

const lookEveryMs = 500;
const beatEveryMs = 1000;
/** Who copies may be held up for some seconds, by the store or by a long list. */
const goneAfterMs = 10_000;
/** What failed is tried again after this time: nobody says once more that there is something new. */
const againAfterMs = 30_000;

/** Resolves when the signal has come, and the place is left to others. */
export async function followPlatform({ answerWithinMs = goneAfterMs, ...given }: FollowOptions): Promise<void> {
  const { signal, events } = given;
  const options = { ...given, stores: { mirror: answeredSoon(given.stores.mirror, answerWithinMs) } };
  const holder = randomUUID();
  const observed = createObserved(options);
  while (!signal.aborted) {
    await look(options, holder, observed).catch(events.onFailed);
    await sleep(lookEveryMs, undefined, { signal }).catch(() => undefined);
  }
}

async function look(options: FollowOptions, holder: string, observed: Observed): Promise<void> {
  const { mirror } = options.stores;
  const state = await mirror.getState();
  observed.see(state);
  if (!observed.isDue(state) || !observed.isFree(state) || !(await mirror.take(holder, state))) return;
  const keeping = keepPlace(options, holder);
  try {
    await mirror.noteBegun(state.requests);
    await syncOnce(options, holder, keeping.signal);
  } finally {
    await keeping.stop();
    await mirror.leave(holder);
  }
}

async function syncOnce(
  { stores, sync, signal: stopping, now, events }: FollowOptions,
  holder: string,
  signal: AbortSignal,
): Promise<void> {
  const begunAt = now().toISOString();
  try {
    const report = await sync(holder, signal);
    await stores.mirror.noteCurrent(begunAt);
    events.onSynced(report);
  } catch (error) {
    // Who was stopped, or has lost the place, leaves it to others to say how it goes on: at once, where this one was stopped.
    if (stopping.aborted) await stores.mirror.requestSync();
    if (signal.aborted) return;
    const problem = toSentence(error);
    await stores.mirror.noteProblem(problem);
    events.onProblem(problem, error);
  }
}

/** What an operator is told; anything else is a bug, which the log explains. */
export function toSentence(error: unknown): string {
  const isSaid = error instanceof MirrorProblem || error instanceof DomainError || error instanceof ImportError;
  return isSaid ? error.message : 'The mirror could not be renewed, for a reason that only the log tells.';
}

type Observed = ReturnType<typeof createObserved>;

/** How long ago, by this process's clock, things were seen to change. */
function createObserved({ everyMs, monotonicNow }: FollowOptions) {
  let beat = { count: Number.NaN, seenAt: 0 };
  let begun = { count: Number.NaN, seenAt: 0 };
  const isGone = () => monotonicNow() - beat.seenAt >= goneAfterMs;
  return {
    see(state: MirrorState): void {
      const now = monotonicNow();
      // Who starts compares at once.
      const isFirst = Number.isNaN(begun.count);
      if (state.beat !== beat.count) beat = { count: state.beat, seenAt: now };
      if (state.begun !== begun.count) begun = { count: state.begun, seenAt: isFirst ? Number.NEGATIVE_INFINITY : now };
    },

    /** It is time, somebody has said that there is something new, or who copied is gone before the end. */
    isDue({ requests, answered, holder, problem }: MirrorState): boolean {
      const pauseMs = problem === null ? everyMs : Math.min(everyMs, againAfterMs);
      return requests > answered || monotonicNow() - begun.seenAt >= pauseMs || (holder !== null && isGone());
    },

    isFree: ({ holder }: MirrorState) => holder === null || isGone(),
  };
}

/** Counts up until it is stopped; the signal comes when the place is lost, or all is to end. */
function keepPlace({ stores: { mirror }, signal, monotonicNow }: FollowOptions, holder: string) {
  const lost = new AbortController();
  const done = new AbortController();
  let heldAt = monotonicNow();

  async function beat(): Promise<void> {
    const state = await mirror.getState();
    if (state.holder !== holder || !(await mirror.take(holder, state)))
      lost.abort(new MirrorProblem('Another instance copies now.'));
    else heldAt = monotonicNow();
  }

  async function keepBeating(): Promise<void> {
    while (!done.signal.aborted && !lost.signal.aborted) {
      await sleep(beatEveryMs, undefined, { signal: done.signal }).catch(() => undefined);
      if (done.signal.aborted) return;
      await beat().catch(() => {
        if (monotonicNow() - heldAt >= goneAfterMs) lost.abort(new MirrorProblem('The database could not be reached.'));
      });
    }
  }
  const beating = keepBeating();

  return {
    signal: AbortSignal.any([signal, lost.signal]),
    async stop(): Promise<void> {
      done.abort();
      await beating;
    },
  };
}
