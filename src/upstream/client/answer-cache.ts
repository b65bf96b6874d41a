/**
 * Answers of the platform, kept by whom and what they are for: equal reads that run at once are one call, and one that was answered
 * shortly before is none. What is older is shown while it is renewed, or while the platform is away, and says that it is stale.
 */
import { LRUCache } from 'lru-cache';
import { DomainError } from '../../domain/errors.ts';
import type { UpstreamAnswer } from './upstream-answer.ts';

export interface Read {
  /** Equal for equal paths, contexts and credentials, and for no others. */
  readonly key: string;
  /** Whether its answer may be shown again. */
  readonly isKept: boolean;
  /** Before it is called for this read, and not in the background. @throws DomainError */
  readonly onCall: () => void;
  readonly call: () => Promise<Loaded>;
}

export interface Loaded {
  readonly answer: UpstreamAnswer;
  readonly bytes: number;
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
  /** How long an answer is new; 0: none is kept. */
  readonly cacheSeconds: number;
  readonly maxBytes: number;
  readonly monotonicNow: () => number;
}

/** While the platform is away. */
const staleIfErrorMs = 3_600_000;
/** What parsed JSON takes for each byte of its text, more or less, and an entry beside it. */
const bytesPerByte = 4;
const entryBytes = 1000;

interface Kept {
  readonly answer: UpstreamAnswer;
  readonly loadedAt: number;
}

export function createAnswerCache({ cacheSeconds, maxBytes, monotonicNow }: AnswerCacheOptions): AnswerCache {
  const freshMs = cacheSeconds * 1000;
  const kept = new LRUCache<string, Kept>({ maxSize: Math.max(1, maxBytes) });
  const running = new Map<string, Promise<CachedAnswer>>();

  async function load({ key, isKept, call }: Read): Promise<CachedAnswer> {
    const loadedAt = monotonicNow();
    try {
      const { answer, bytes } = await call();
      if (!isKept || freshMs === 0) return { ...answer, newForMs: 0 };
      kept.set(key, { answer, loadedAt }, { size: bytesPerByte * bytes + 2 * key.length + entryBytes });
      return { ...answer, newForMs: Math.max(0, freshMs - (monotonicNow() - loadedAt)) };
    } catch (error) {
      // It is gone, or its reader may not see it any more.
      if (!isUnavailable(error)) kept.delete(key);
      throw error;
    } finally {
      running.delete(key);
    }
  }

  /** The call that runs, or a new one. */
  function join(read: Read): Promise<CachedAnswer> {
    const known = running.get(read.key);
    if (known) return known;
    const loading = load(read);
    running.set(read.key, loading);
    return loading;
  }

  return {
    async get(read) {
      const entry = kept.get(read.key);
      const ageMs = entry ? monotonicNow() - entry.loadedAt : Number.POSITIVE_INFINITY;
      if (entry && ageMs < freshMs) return { ...entry.answer, newForMs: freshMs - ageMs };
      if (entry && ageMs < 2 * freshMs) {
        // Whoever comes after its time is over is told why it could not be renewed.
        void join(read).catch(() => {});
        return toStale(entry);
      }
      if (!running.has(read.key)) read.onCall();
      try {
        return await join(read);
      } catch (error) {
        if (entry && ageMs < staleIfErrorMs && isUnavailable(error)) return toStale(entry);
        throw error;
      }
    },
  };
}

function toStale({ answer }: Kept): CachedAnswer {
  return { ...answer, newForMs: 0, isStale: true };
}

function isUnavailable(error: unknown): boolean {
  return error instanceof DomainError && error.code === 'UNAVAILABLE';
}
