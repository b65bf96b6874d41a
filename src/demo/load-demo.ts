import { hasCode } from '../domain/errors.ts';
import type { Stores } from '../domain/ports.ts';
import { publish } from '../importer/publish.ts';
import { generateDemoStore } from './demo-store.ts';

/** Loads the demo store, all of it or nothing. Answers false when the database has got a catalog in the meantime. */
export async function loadDemo({ releases }: Pick<Stores, 'releases'>, now: Date): Promise<boolean> {
  try {
    await publish(generateDemoStore(), { releases, now, isFirst: true });
    return true;
  } catch (error) {
    if (hasCode(error, 'CONFLICT')) return false;
    throw error;
  }
}
