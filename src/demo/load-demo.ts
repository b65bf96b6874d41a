import type { Stores } from '../domain/stores.ts';
import { publish } from '../importer/publish.ts';
import { generateDemoStore } from './demo-store.ts';

/** Loads the demo store into a database that has no catalog yet. Answers whether it did. */
export async function loadDemo(
  { catalogs, releases }: Pick<Stores, 'catalogs' | 'releases'>,
  now: Date,
): Promise<boolean> {
  const directory = await catalogs.getDirectory();
  if (directory.catalogs.length > 0) return false;
  await publish(generateDemoStore(), { releases, now });
  return true;
}
