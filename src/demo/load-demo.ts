import type { Stores } from '../domain/stores.ts';
import { publish } from '../importer/publish.ts';
import { generateDemoStore } from './demo-store.ts';

/** Loads the demo store into a database that has no catalog yet: all of it, or nothing. */
export async function loadDemo({ releases }: Pick<Stores, 'releases'>, now: Date): Promise<void> {
  await publish(generateDemoStore(), { releases, now });
}
