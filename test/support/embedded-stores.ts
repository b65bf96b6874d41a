import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Stores } from '../../src/domain/ports.ts';
import { openStores } from '../../src/storage/open-stores.ts';

export interface EmbeddedStores {
  readonly stores: Stores;
  /** Closes the database and removes it. */
  drop(): Promise<void>;
}

/** The real stores on an empty embedded database: for what stands above storage and does not depend on the engine. */
export async function openEmbeddedStores(): Promise<EmbeddedStores> {
  const dataDirectory = await mkdtemp(join(tmpdir(), 'gateway-test-'));
  const { stores, close } = await openStores({ databaseUrl: null, dataDirectory, maxConnections: 1 });
  return { stores, drop: () => close().then(() => rm(dataDirectory, { recursive: true })) };
}
