import { isDeepStrictEqual } from 'node:util';
import type { CatalogDirectory } from './catalog.ts';
import type { CatalogStore } from './ports.ts';

export interface CurrentDirectoryOptions {
  readonly stores: { readonly catalogs: Pick<CatalogStore, 'getDirectory'> };
  /** How long the directory may be used before it is read again: a publish is seen everywhere within this time. */
  readonly directoryMaxAgeMs: number;
  /** A clock that never jumps, in milliseconds. */
  readonly monotonicNow: () => number;
}

/** One read a second for all requests; a failed read is not kept. The same object as long as it says the same. */
export function createCurrentDirectory(options: CurrentDirectoryOptions): () => Promise<CatalogDirectory> {
  const { stores, directoryMaxAgeMs, monotonicNow } = options;
  let directory: Promise<CatalogDirectory> | null = null;
  let known: CatalogDirectory | null = null;
  let readAt = Number.NEGATIVE_INFINITY;

  async function readDirectory(): Promise<CatalogDirectory> {
    const fresh = await stores.catalogs.getDirectory();
    if (known === null || !isDeepStrictEqual(fresh, known)) known = fresh;
    return known;
  }

  return () => {
    if (directory && monotonicNow() - readAt < directoryMaxAgeMs) return directory;
    const reading = readDirectory();
    reading.catch(() => {
      if (directory === reading) directory = null;
    });
    readAt = monotonicNow();
    directory = reading;
    return reading;
  };
}
