import type { Written } from '../../src/domain/idempotency.ts';

/** What a write wrote; fails where it only validated. */
export async function written<Value>(write: Promise<Written<Value> | null>): Promise<Value> {
  const done = await write;
  if (!done) throw new Error('Nothing was written.');
  return done.value;
}
