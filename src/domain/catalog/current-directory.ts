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

interface Announced {
  readonly directory: CatalogDirectory;
  readonly since: number;
}

/** One read a second for all requests; a failed read is not kept. */
export function createCurrentDirectory(options: CurrentDirectoryOptions): CurrentDirectory {
  const { stores, directoryMaxAgeMs, directoryKeptMs = 0, monotonicNow } = options;
  const seen = new WeakMap<CatalogDirectory, number>();
  let directory: Promise<CatalogDirectory> | null = null;
  let known: CatalogDirectory | null = null;
  let announced: Announced | null = null;
  let readAt = Number.NEGATIVE_INFINITY;
  let answeredAt = Number.NEGATIVE_INFINITY;
  let readsBegun = 0;
  let readTaken = 0;

  const findKept = () => (monotonicNow() - answeredAt < directoryKeptMs ? known : null);

  async function readDirectory(): Promise<CatalogDirectory> {
    const number = ++readsBegun;
    const fresh = await stores.catalogs.getDirectories().catch((error: unknown) => {
      if (!hasCode(error, 'UNAVAILABLE') || !findKept()) throw error;
    });
    // One that was overtaken by a later read may say what was current before.
    if (!fresh || number < readTaken) return known as CatalogDirectory;
    readTaken = number;
    answeredAt = monotonicNow();
    return take(fresh);
  }

  function take({ current, upcoming }: CatalogDirectories): CatalogDirectory {
    const now = monotonicNow();
    if (known === null || !isDeepStrictEqual(current, known)) {
      known = announced && isDeepStrictEqual(current, announced.directory) ? announced.directory : current;
      seen.set(known, now);
    }
    if (upcoming === null) announced = null;
    else if (!isDeepStrictEqual(upcoming, announced?.directory)) announced = { directory: upcoming, since: now };
    return known;
  }

  return {
    read(maxAgeMs = directoryMaxAgeMs) {
      if (directory && monotonicNow() - readAt < maxAgeMs) return directory;
      readAt = monotonicNow();
      const reading = readDirectory();
      reading.catch(() => {
        if (directory === reading) directory = null;
      });
      directory = reading;
      return reading;
    },

    findUpcoming() {
      return announced && monotonicNow() - announced.since < longestNoticeMs ? announced.directory : null;
    },

    findKept,
    seenAt: (read) => seen.get(read) ?? monotonicNow(),
  };
}
