import { isDeepStrictEqual } from 'node:util';
import { hasCode } from '../errors.ts';
import { longestNoticeMs } from '../release/notice.ts';
import type { CatalogDirectories, CatalogDirectory } from './catalog.ts';
import type { CatalogStore } from './ports.ts';

export interface CurrentDirectoryOptions {
  readonly stores: { readonly catalogs: Pick<CatalogStore, 'getDirectories'> };
  /** How long the directory may be used before it is read again: a publish is seen everywhere within this time. */
  readonly directoryMaxAgeMs: number;
  /** How long the last one is used while it can't be read, because releases can be read elsewhere; absent: not at all. */
  readonly directoryKeptMs?: number | undefined;
  /** A clock that never jumps, in milliseconds. */
  readonly monotonicNow: () => number;
}

export interface CurrentDirectory {
  /** The same object as long as it says the same. `maxAgeMs`: how old it may be; absent: as old as for any request. */
  read(maxAgeMs?: number): Promise<CatalogDirectory>;
  /** What it will be in a moment, the same object, as far as the last read shows; null: nothing was announced. */
  findUpcoming(): CatalogDirectory | null;
  /** What was read last, while it may be used though it can't be read; null: it is too old, or there is none. */
  findKept(): CatalogDirectory | null;
  /** When one that was read was seen first. */
  seenAt(directory: CatalogDirectory): number;
}

/** One read a second for all requests; a failed read is not kept. */
export function createCurrentDirectory(options: CurrentDirectoryOptions): CurrentDirectory {
  const { stores, directoryMaxAgeMs, directoryKeptMs = 0, monotonicNow } = options;
  const last = createLastDirectory(monotonicNow);
  let directory: Promise<CatalogDirectory> | null = null;
  let readAt = Number.NEGATIVE_INFINITY;
  const slowFailures = createSlowFailures(options);

  async function readDirectory(): Promise<CatalogDirectory> {
    const take = last.begin();
    try {
      return take(await stores.catalogs.getDirectories());
    } catch (error) {
      const kept = hasCode(error, 'UNAVAILABLE') ? last.find(directoryKeptMs) : null;
      if (kept) return kept;
      throw error;
    }
  }

  return {
    read(maxAgeMs = directoryMaxAgeMs) {
      const failed = slowFailures.find();
      if (failed) return failed;
      if (directory && monotonicNow() - readAt < maxAgeMs) return directory;
      readAt = monotonicNow();
      const reading = readDirectory();
      slowFailures.see(reading);
      reading.catch(() => {
        if (directory === reading) directory = null;
      });
      directory = reading;
      return reading;
    },

    findUpcoming: last.findUpcoming,
    findKept: () => last.find(directoryKeptMs),
    seenAt: last.seenAt,
  };
}

/** In milliseconds, for who has just been told, and reads once more in the same request. */
const failureKeptMs = 100;

/** A read that was waited for for long and failed, unless a later one was answered: it is not waited for twice. */
function createSlowFailures({ directoryMaxAgeMs, monotonicNow }: CurrentDirectoryOptions) {
  let answeredAt = Number.NEGATIVE_INFINITY;
  let failed: { readonly reading: Promise<CatalogDirectory>; readonly at: number } | null = null;
  return {
    see(reading: Promise<CatalogDirectory>): void {
      const begunAt = monotonicNow();
      reading.then(
        () => {
          answeredAt = monotonicNow();
          failed = null;
        },
        () => {
          const at = monotonicNow();
          if (at - begunAt >= directoryMaxAgeMs && answeredAt < begunAt) failed = { reading, at };
        },
      );
    },

    find: () => (failed && monotonicNow() - failed.at < failureKeptMs ? failed.reading : null),
  };
}

interface Announced {
  readonly directory: CatalogDirectory;
  readonly since: number;
}

/** What was read last, of reads that may overlap. */
function createLastDirectory(monotonicNow: () => number) {
  const seen = new WeakMap<CatalogDirectory, number>();
  let known: CatalogDirectory | null = null;
  let announced: Announced | null = null;
  let answeredAt = Number.NEGATIVE_INFINITY;
  let [readsBegun, readTaken] = [0, 0];

  function take({ current, upcoming }: CatalogDirectories): CatalogDirectory {
    const now = monotonicNow();
    answeredAt = now;
    if (known === null || !isDeepStrictEqual(current, known)) {
      known = announced && isDeepStrictEqual(current, announced.directory) ? announced.directory : current;
      seen.set(known, now);
    }
    if (upcoming === null) announced = null;
    else if (!isDeepStrictEqual(upcoming, announced?.directory)) announced = { directory: upcoming, since: now };
    return known;
  }

  return {
    /** Called when a read begins; what it answers takes what was read. One that a later read has overtaken may say what was current before. */
    begin() {
      readsBegun += 1;
      const read = readsBegun;
      return (directories: CatalogDirectories): CatalogDirectory => {
        if (known && read < readTaken) return known;
        readTaken = read;
        return take(directories);
      };
    },

    find: (maxAgeMs: number) => (monotonicNow() - answeredAt < maxAgeMs ? known : null),

    findUpcoming() {
      return announced && monotonicNow() - announced.since < longestNoticeMs ? announced.directory : null;
    },

    seenAt: (read: CatalogDirectory) => seen.get(read) ?? monotonicNow(),
  };
}
