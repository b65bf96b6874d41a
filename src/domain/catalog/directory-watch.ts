/**
 * Tells when something else is published, or a rule's schedule begins or ends: after every instance answers so. One loop for all
 * that watch, which rests while nobody does.
 */
import type { CatalogDirectory } from './catalog.ts';
import type { CurrentDirectory } from './current-directory.ts';
import { nextScheduleChange } from './select-catalog.ts';

export interface DirectoryWatchOptions {
  readonly directory: CurrentDirectory;
  /** For so long may another instance answer from what was published before. */
  readonly directoryMaxAgeMs: number;
  readonly monotonicNow: () => number;
  readonly now: () => Date;
}

export interface DirectoryWatch {
  /** What every instance answers from by now; null: not known yet. */
  readonly settled: CatalogDirectory | null;
  /** Calls the listener whenever `settled`, or what follows from it, may have changed. Returns what ends that. */
  join(listener: () => void): () => void;
}

/** With these, a publish is told within 1.7 s: a read that is missed by little, what other instances take to see it, and two looks. */
const lookEveryMs = 100;
const readEveryMs = 400;
/** Clocks and reads are not exact. */
const marginMs = 50;
/** Of the clocks that schedules are compared with, one to another. */
export const clockSkewMs = 250;
/** So many are told in one turn: each looks through the rules. */
const listenersPerTurn = 20;

export function createDirectoryWatch(options: DirectoryWatchOptions): DirectoryWatch {
  const { directory, now } = options;
  const listeners = new Set<() => void>();
  let settling = createSettling(options);
  let nextChange = Number.POSITIVE_INFINITY;
  let lookedAt = Number.NEGATIVE_INFINITY;
  let isLooking = false;

  async function look(): Promise<void> {
    const current = await directory.read(readEveryMs).catch(() => null);
    // While it can't be read nothing is told: requests say why.
    const hasChanged = current !== null && settling.see(current);
    const time = now();
    // What has begun or ended by a clock that was ahead does so once more.
    const isSetBack = time.getTime() < lookedAt;
    lookedAt = time.getTime();
    const { settled } = settling;
    if (!settled || (!hasChanged && !isSetBack && time.getTime() < nextChange)) return;
    // A schedule's end that passed within the margin is looked at again.
    nextChange = nextScheduleChange(settled, new Date(time.getTime() - clockSkewMs)) + clockSkewMs;
    await tell([...listeners]);
  }

  async function keepLooking(): Promise<void> {
    isLooking = true;
    while (listeners.size > 0) {
      await look();
      await new Promise((resolve) => setTimeout(resolve, lookEveryMs).unref());
    }
    isLooking = false;
    // What is published while nobody looks is not seen: whoever joins next begins anew.
    settling = createSettling(options);
  }

  return {
    get settled() {
      return settling.settled;
    },

    join(listener) {
      listeners.add(listener);
      if (!isLooking) void keepLooking();
      return () => void listeners.delete(listener);
    },
  };
}

/** What was read, in its order, until no instance answers from what was before. */
function createSettling({ directory, directoryMaxAgeMs, monotonicNow }: DirectoryWatchOptions) {
  const coming: CatalogDirectory[] = [];
  let settled: CatalogDirectory | null = null;

  return {
    get settled() {
      return settled;
    },

    /** Whether something else has settled by now. */
    see(current: CatalogDirectory): boolean {
      if (current !== (coming.at(-1) ?? settled)) coming.push(current);
      const before = settled;
      for (let first = coming[0]; first; first = coming[0]) {
        if (monotonicNow() - directory.seenAt(first) < directoryMaxAgeMs + marginMs) break;
        settled = first;
        coming.shift();
      }
      return settled !== before;
    },
  };
}

async function tell(listeners: readonly (() => void)[]): Promise<void> {
  for (const [index, listener] of listeners.entries()) {
    if (index % listenersPerTurn === 0) await new Promise((resolve) => setImmediate(resolve));
    listener();
  }
}
