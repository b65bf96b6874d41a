import { isDeepStrictEqual } from 'node:util';
import { DomainError } from '../errors.ts';
import type { CatalogDirectory } from './catalog.ts';
import type { CatalogStore } from './ports.ts';

export interface CurrentDirectoryOptions {
  readonly stores: { readonly catalogs: Pick<CatalogStore, 'getDirectory'> };
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
  /** When one that was read was seen first. */
  seenAt(directory: CatalogDirectory): number;
}

/** One read a second for all requests; a failed read is not kept. */
export function createCurrentDirectory(options: CurrentDirectoryOptions): CurrentDirectory {
  const { stores, directoryMaxAgeMs, directoryKeptMs = 0, monotonicNow } = options;
  const seen = new WeakMap<CatalogDirectory, number>();
  let directory: Promise<CatalogDirectory> | null = null;
  let known: CatalogDirectory | null = null;
  let readAt = Number.NEGATIVE_INFINITY;
  let answeredAt = Number.NEGATIVE_INFINITY;

  async function readDirectory(): Promise<CatalogDirectory> {
    const fresh = await stores.catalogs.getDirectory().catch((error: unknown) => {
      const isAway = error instanceof DomainError && error.code === 'UNAVAILABLE';
      if (known && isAway && monotonicNow() - answeredAt < directoryKeptMs) return null;
      throw error;
    });
    if (fresh === null) return known as CatalogDirectory;
    answeredAt = monotonicNow();
    if (known === null || !isDeepStrictEqual(fresh, known)) {
      known = fresh;
      seen.set(fresh, monotonicNow());
    }
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

    seenAt: (read) => seen.get(read) ?? monotonicNow(),
  };
}
