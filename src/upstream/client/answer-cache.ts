/**
 * Answers of the platform, kept by whom and what they are for: equal reads that run at once are one call, and one that was answered
 * shortly before is none. What is older is shown while it is renewed, or while the platform is away, and says that it is stale. Whatever its
 * age, an answer that comes once more, letter by letter, is not read again: 25 children with everything take 1.9 times the processor's
 * time without that (`bench/notebook/before-a-platform.md`).
 */
import { LRUCache } from 'lru-cache';
import { hasCode } from '../../domain/errors.ts';
import { memoised } from '../../lib/memo.ts';
import { isUnreadable } from './unreadable-answers.ts';
import type { UpstreamAnswer } from './upstream-answer.ts';

export interface Read {
  /** Equal for equal paths, contexts and credentials, and for no others. */
  readonly key: string;
  /** Whether its answer may be shown again. */
  readonly isKept: boolean;
  /** Before it is called for this read, and not in the background. @throws DomainError */
  readonly onCall: () => void;
  /** Before it waits for a call, its own or another's. */
  readonly onWait: () => void;
  /** `earlier`: what it was answered with before; it is returned where the answer is the same. */
  readonly call: (earlier: Loaded | null) => Promise<Loaded>;
}

export interface Loaded {
  readonly answer: UpstreamAnswer;
  /** That it takes in memory. */
  readonly bytes: number;
  readonly digest: string;
}

export interface CachedAnswer extends UpstreamAnswer {
  /** For how long it is new still; 0: it is for this one request. */
  readonly newForMs: number;
  /** Present where it is older than `UPSTREAM_CACHE_SECONDS`: it is being renewed, or the platform is away. */
  readonly isStale?: true;
}

export interface AnswerCache {
  /** @throws whatever `onCall` and `call` throw, where nothing can be shown in its place */
  get(read: Read): Promise<CachedAnswer>;
}

export interface AnswerCacheOptions {
  /** How long an answer is new; 0: none is shown again. */
  readonly cacheSeconds: number;
  readonly maxBytes: number;
  readonly monotonicNow: () => number;
}

/** While the platform is away. */
const staleIfErrorMs = 3_600_000;
/** Of an entry beside its answer. */
const entryBytes = 1000;

interface Kept extends Loaded {
  readonly loadedAt: number;
}

export function createAnswerCache({ cacheSeconds, maxBytes, monotonicNow }: AnswerCacheOptions): AnswerCache {
  const freshMs = cacheSeconds * 1000;
  const kept = new LRUCache<string, Kept>({ maxSize: Math.max(1, maxBytes) });
  const running = new Map<string, Promise<CachedAnswer>>();

  async function load({ key, isKept, call }: Read): Promise<CachedAnswer> {
    const loadedAt = monotonicNow();
    try {
      const loaded = await call(kept.get(key) ?? null);
      if (!isKept) return { ...loaded.answer, newForMs: 0 };
      kept.set(key, { ...loaded, loadedAt }, { size: loaded.bytes + 2 * key.length + entryBytes });
      return { ...loaded.answer, newForMs: Math.max(0, freshMs - (monotonicNow() - loadedAt)) };
    } catch (error) {
      // It is gone, or its reader may not see it any more.
      if (!hasCode(error, 'UNAVAILABLE')) kept.delete(key);
      throw error;
    } finally {
      running.delete(key);
    }
  }

  /** The call that runs, or a new one. What is not kept can be written, and a call that began before would not know of it. */
  function join(read: Read): Promise<CachedAnswer> {
    return read.isKept ? memoised(running, read.key, () => load(read)) : load(read);
  }

  return {
    async get(read) {
      const entry = freshMs > 0 ? kept.get(read.key) : undefined;
      const ageMs =
        entry && !isUnreadable(entry.answer.body) ? monotonicNow() - entry.loadedAt : Number.POSITIVE_INFINITY;
      if (entry && ageMs < freshMs) return { ...entry.answer, newForMs: freshMs - ageMs };
      if (entry && ageMs < 2 * freshMs) {
        // Whoever comes after its time is over is told why it could not be renewed.
        void join(read).catch(() => {});
        return toStale(entry);
      }
      if (!running.has(read.key)) read.onCall();
      read.onWait();
      try {
        return await join(read);
      } catch (error) {
        if (entry && ageMs < staleIfErrorMs && hasCode(error, 'UNAVAILABLE')) return toStale(entry);
        throw error;
      }
    },
  };
}

function toStale({ answer }: Kept): CachedAnswer {
  return { ...answer, newForMs: 0, isStale: true };
}
