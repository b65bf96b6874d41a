/**
 * The indexes of all releases. One that is missing, because an older version published the release, or damaged, is rebuilt, and
 * nothing is read of it until it is: a list is right or is not answered.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import { DomainError } from '../../domain/errors.ts';
import type { ShownPart } from '../../domain/product/shown-product.ts';
import type { Engine } from '../engines/engine.ts';
import { DamagedIndex, type IndexManifest, parseManifest, releaseFormat } from './index-manifest.ts';
import { ofLaterVersion } from './later-versions.ts';
import type { ReadingAhead } from './read-ahead-slots.ts';
import { type BlockCache, releaseOfKey } from './read-blocks.ts';
import { discardIndex, listUnindexed, rebuildIndex } from './rebuild-index.ts';
import { type ReleaseIndex, readIndex } from './release-index.ts';
import type { RunningReads } from './running-reads.ts';
import { listServed } from './served-releases.ts';
import { createSlotMemory } from './slot-memory.ts';

export interface ReleaseIndexes {
  /** @throws DomainError UNAVAILABLE while the index is being rebuilt */
  read<Result>(releaseId: string, use: (index: ReleaseIndex) => Promise<Result>): Promise<Result>;
  /** Whether each release that is current has its index. */
  areBuilt(): Promise<boolean>;
  /** Begins to build the index of a release that has none, unless somebody does, or it failed a moment ago. */
  buildSoon(releaseId: number): void;
  /**
   * Resolves when each published release has its index, or each that is current, whoever built it. What fails is told, and tried
   * again until the signal comes.
   */
  build(which: 'current' | 'all', signal: AbortSignal): Promise<void>;
  /** Resolves when none is being rebuilt. */
  settle(): Promise<void>;
}

export interface IndexEvents {
  onDamaged?(error: Error): void;
  onRebuilt?(releaseId: string): void;
  onRebuildFailed?(error: unknown): void;
  onReadAheadFailed?(error: unknown): void;
}

export interface ReleaseIndexesOptions extends IndexEvents {
  /** Of blocks that are kept in memory. */
  readonly cacheBytes: number;
  /** Of what products show, their slots, and as many for their details; four times as many unless said (docs/decisions/0018-a-page-is-written-from-slots.md). */
  readonly slotBytes?: number;
  /** Until it comes, indexes are rebuilt, and what current releases' products show is read before it is requested; absent: that is not read. */
  readonly closing?: AbortSignal;
  /** Who reads what products show; absent: it is not known. */
  readonly reads?: RunningReads;
}

/** Manifests, of which a release of a million products has some 100 kB. */
const releasesInMemory = 50;
/** Before it is looked again whether another process is done, or it is tried again; twice as long each time that it fails. */
const againMs = 500;
const longestPauseMs = 60_000;

export function createReleaseIndexes(
  engine: Engine,
  { cacheBytes, slotBytes = 4 * cacheBytes, closing: signal, reads, ...events }: ReleaseIndexesOptions,
): ReleaseIndexes {
  const onFailed = (error: unknown) => events.onReadAheadFailed?.(error);
  const ahead = signal ? { signal, onFailed, apart: AsyncLocalStorage.snapshot() } : null;
  const opened = createOpenedIndexes(engine, { cacheBytes, slotBytes, reads, ahead });
  const rebuilds = createRebuilds(engine, { ...events, signal });

  async function discard(error: DamagedIndex): Promise<void> {
    opened.forget(error.releaseId);
    // Whoever reads while it is being rebuilt sees it incomplete.
    if (rebuilds.isRunning(error.releaseId)) return;
    events.onDamaged?.(error);
    await discardIndex(engine, error.releaseId);
  }

  return {
    async read(releaseId, use) {
      const id = Number(releaseId);
      try {
        const read = await readOpened({ engine, opened }, id, use);
        if (read) return read.result;
      } catch (error) {
        if (!(error instanceof DamagedIndex)) throw error;
        await discard(error);
      }
      void rebuilds.run(id);
      throw new DomainError('UNAVAILABLE', `The lists of the release ${id} are being rebuilt. Try again.`);
    },

    buildSoon: (releaseId) => void rebuilds.run(releaseId),

    areBuilt: async () => !(await listUnindexed(engine)).some(({ isCurrent }) => isCurrent),

    async build(which, signal) {
      while (!signal.aborted) {
        const unindexed = await listUnindexed(engine).catch((error) => events.onRebuildFailed?.(error));
        const wanted = unindexed?.filter(({ isCurrent }) => which === 'all' || isCurrent);
        if (wanted?.length === 0) return;
        for (const { releaseId } of wanted ?? []) if (!signal.aborted) await rebuilds.run(releaseId);
        await sleep(againMs, undefined, { signal }).catch(() => undefined);
      }
    },

    settle: rebuilds.settle,
  };
}

interface OpenedIndexesOptions extends Pick<ReleaseIndexesOptions, 'cacheBytes'> {
  readonly slotBytes: number;
  readonly reads: RunningReads | undefined;
  /** Null: nothing is read ahead. */
  readonly ahead: Omit<ReadingAhead, 'begun'> | null;
}

interface Opening {
  readonly engine: Engine;
  readonly opened: Pick<ReturnType<typeof createOpenedIndexes>, 'open' | 'forget'>;
}

/** Null: the release has no index. @throws DamagedIndex of the primary's, as it is by then */
async function readOpened<Result>(
  { engine, opened }: Opening,
  id: number,
  use: (index: ReleaseIndex) => Promise<Result>,
) {
  const read = async () => {
    const index = await opened.open(id);
    return index && { result: await use(index) };
  };
  return read().catch((error: unknown) => {
    if (!(error instanceof DamagedIndex)) throw error;
    // Of a replica that is damaged, or does not have yet what was rebuilt; or of one that another process has rebuilt by now: the primary's
    // is read anew before it is discarded.
    engine.distrustReplicas(id, error);
    opened.forget(id);
    return read();
  });
}

/** The indexes that are read, which are few, over one cache of their blocks. */
function createOpenedIndexes(engine: Engine, { cacheBytes, slotBytes, reads, ahead }: OpenedIndexesOptions) {
  const memoryOf = (part: ShownPart) => createSlotMemory(part, slotBytes, reads);
  const shown = { slots: memoryOf('slots'), details: memoryOf('details') };
  const begun = { slots: new Set<number>(), details: new Set<number>() };
  const cache: BlockCache = new LRUCache({ maxSize: Math.max(1, cacheBytes) });
  /** Before they are read: each reads its release ahead, so that there must not be two of one. */
  const opened = new LRUCache<number, Promise<ReleaseIndex | null>>({ max: releasesInMemory });
  let openings = 0;
  const readingAhead = ahead && { ...ahead, begun };
  const forgetReplaced = (served: ReadonlySet<number>) => {
    forgetOthers(opened, served, (id) => id);
    forgetOthers(cache, served, releaseOfKey);
  };

  async function read(releaseId: number): Promise<ReleaseIndex | null> {
    const manifest = await readManifest(engine, releaseId);
    if (!manifest) return null;
    const { all: served } = await listServed(engine);
    // Who pages through a release that was replaced opens it anew, and forgets nothing by that.
    if (served.has(releaseId)) forgetReplaced(served);
    openings += 1;
    return readIndex(engine, { releaseId, opening: openings, manifest, cache, shown, readingAhead });
  }

  return {
    /** Null: it is to be rebuilt. @throws DamagedIndex */
    open(releaseId: number): Promise<ReleaseIndex | null> {
      const known = opened.get(releaseId);
      if (known) return known;
      const reading = read(releaseId);
      opened.set(releaseId, reading);
      const forgetIt = () => {
        if (opened.peek(releaseId) === reading) opened.delete(releaseId);
      };
      // Whoever waits for it is told what fails.
      reading.then((index) => index ?? forgetIt(), forgetIt);
      return reading;
    },
    forget(releaseId: number): void {
      opened.delete(releaseId);
      for (const memory of Object.values(shown)) memory.forget(releaseId);
      for (const ids of Object.values(begun)) ids.delete(releaseId);
    },
  };
}

/** Null: the index is to be rebuilt. @throws DamagedIndex */
async function readManifest(engine: Engine, releaseId: number): Promise<IndexManifest | null> {
  const row = await engine.reader
    .selectFrom('release')
    .select(['format', 'index_manifest', 'live_product_count'])
    .where('id', '=', releaseId)
    .executeTakeFirst();
  if (row && row.format > releaseFormat) throw ofLaterVersion(releaseId);
  if (row?.format !== releaseFormat) return null;
  const manifest = parseManifest(releaseId, row.index_manifest);
  if (manifest.size !== row.live_product_count) throw new DamagedIndex(releaseId, 'its manifest is another’s');
  return manifest;
}

function forgetOthers<Key extends string | number>(
  memory: { keys(): Iterable<Key>; delete(key: Key): boolean },
  served: ReadonlySet<number>,
  releaseOf: (key: Key) => number,
): void {
  for (const key of memory.keys()) if (!served.has(releaseOf(key))) memory.delete(key);
}

/** Each once at a time. What fails is told, and tried again by who needs it next, but not at once. */
function createRebuilds(
  engine: Engine,
  { signal, ...events }: IndexEvents & { readonly signal: AbortSignal | undefined },
) {
  const running = new Map<number, Promise<void>>();
  /** Of each that failed: how long it is left alone, and from when on. */
  const failed = new Map<number, { readonly pauseMs: number; readonly at: number }>();

  async function rebuild(releaseId: number): Promise<void> {
    try {
      if (await rebuildIndex(engine, releaseId, signal)) events.onRebuilt?.(String(releaseId));
      failed.delete(releaseId);
    } catch (error) {
      if (signal?.aborted) return;
      const { pauseMs } = failed.get(releaseId) ?? { pauseMs: againMs / 2 };
      failed.set(releaseId, { pauseMs: Math.min(2 * pauseMs, longestPauseMs), at: performance.now() });
      events.onRebuildFailed?.(error);
    }
  }

  function isLeftAlone(releaseId: number): boolean {
    const last = failed.get(releaseId);
    return last !== undefined && performance.now() - last.at < last.pauseMs;
  }

  return {
    async run(releaseId: number): Promise<void> {
      if (isLeftAlone(releaseId)) return;
      const started = running.get(releaseId) ?? rebuild(releaseId).finally(() => running.delete(releaseId));
      running.set(releaseId, started);
      await started;
    },
    isRunning: (releaseId: number) => running.has(releaseId),
    settle: async () => void (await Promise.all(running.values())),
  };
}
