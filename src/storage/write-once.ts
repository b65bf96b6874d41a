/** A write and its idempotency key's row in one transaction: both are there afterwards, or neither. */
import { type Kysely, sql } from 'kysely';
import { keyInUse, keyOfAnotherInput, type Once, outcomeUnknown, type Written } from '../domain/idempotency.ts';
import { formatExactJson, parseExactJson } from '../domain/input/exact-json.ts';
import type { Engine } from './engines/engine.ts';
import type { Schema } from './schema.ts';

/** Now and then a write removes some of the rows of the past, when it is done. */
const forgetEveryMs = 60_000;
const forgottenAtATime = 1000;
const forgottenAt = new WeakMap<Engine['writer'], number>();

/** Keys whose write runs in this process. Other processes' are seen by the engine's lock. */
const running = new WeakMap<Engine, Set<string>>();

/**
 * Runs the effect, unless the key was answered already: then that answer comes again. An effect that throws, or answers null,
 * leaves the key unused. Without a key the effect just runs.
 * @throws DomainError CONFLICT while a write with the same key runs, UNPROCESSABLE_ENTITY for another input, UNAVAILABLE
 *   when nobody knows whether the effect is there
 */
export async function writeOnce<Value>(
  engine: Engine,
  once: Once | null,
  effect: (database: Kysely<Schema>) => Promise<Value>,
): Promise<Written<Value>> {
  let hasBegun = false;
  const begin = (database: Kysely<Schema>) => {
    hasBegun = true;
    return effect(database);
  };
  try {
    if (once) return await writeUnderKey(engine, once, begin);
    return { value: await engine.writer.connection().execute(begin), isReplayed: false };
  } catch (error) {
    throw hasBegun && engine.mayHaveCommitted(error) ? outcomeUnknown(error, { hasKey: once !== null }) : error;
  }
}

async function writeUnderKey<Value>(
  engine: Engine,
  once: Once,
  effect: (database: Kysely<Schema>) => Promise<Value>,
): Promise<Written<Value>> {
  const keys = running.get(engine) ?? new Set();
  running.set(engine, keys);
  const name = nameOf(once);
  if (keys.has(name)) throw keyInUse();
  keys.add(name);
  try {
    return await engine.writer.transaction().execute((transaction) => writeLocked(engine, transaction, once, effect));
  } finally {
    keys.delete(name);
    void forgetOld(engine, once);
  }
}

/**
 * What the key was answered with, before anything is looked up that may have gone since; null: nothing yet.
 * @throws DomainError UNPROCESSABLE_ENTITY when it was another input's
 */
export async function findWritten<Value>({ reader }: Engine, once: Once): Promise<Written<Value> | null> {
  const answer = await findAnswer(reader, once);
  return answer === null ? null : { value: parseExactJson(answer) as Value, isReplayed: true };
}

/** A key is one client's, for one mutation. */
function nameOf({ actor, operation, keyHash }: Once): string {
  return JSON.stringify([actor, operation, keyHash]);
}

async function writeLocked<Value>(
  engine: Engine,
  transaction: Kysely<Schema>,
  once: Once,
  effect: (database: Kysely<Schema>) => Promise<Value>,
): Promise<Written<Value>> {
  if (!(await engine.tryLockKey(transaction, nameOf(once)))) throw keyInUse();
  const known = await findAnswer(transaction, once);
  if (known !== null) return { value: parseExactJson(known) as Value, isReplayed: true };
  const value = await effect(transaction);
  if (value === null) return { value, isReplayed: false };
  const { actor, operation, keyHash, fingerprint, now } = once;
  const row = { fingerprint, answer: formatExactJson(value), created_at: now };
  await transaction
    .insertInto('idempotency_key')
    .values({ actor, operation, key_hash: keyHash, ...row })
    // A row that is too old, and was not removed yet.
    .onConflict((conflict) => conflict.columns(['actor', 'operation', 'key_hash']).doUpdateSet(row))
    .execute();
  return { value, isReplayed: false };
}

async function findAnswer(database: Kysely<Schema>, once: Once): Promise<string | null> {
  const { actor, operation, keyHash, fingerprint, forgottenBefore } = once;
  const known = await database
    .selectFrom('idempotency_key')
    .select(['fingerprint', 'answer'])
    .where('actor', '=', actor)
    .where('operation', '=', operation)
    .where('key_hash', '=', keyHash)
    .where('created_at', '>', forgottenBefore)
    .executeTakeFirst();
  if (known && known.fingerprint !== fingerprint) throw keyOfAnotherInput();
  return known?.answer ?? null;
}

/** Of no consequence for the write, which is done: it neither waits for this nor fails by it. */
async function forgetOld({ writer, onCleanUpFailed }: Engine, { forgottenBefore, now }: Once): Promise<void> {
  const last = forgottenAt.get(writer) ?? 0;
  // A clock that was set back does not put it off.
  if (Math.abs(Date.parse(now) - last) < forgetEveryMs) return;
  forgottenAt.set(writer, Date.parse(now));
  const remove = sql`delete from idempotency_key where created_at < ${forgottenBefore} and key_hash in (
    select key_hash from idempotency_key where created_at < ${forgottenBefore} order by created_at
    limit ${sql.lit(forgottenAtATime)})`;
  try {
    await remove.execute(writer);
  } catch (error) {
    onCleanUpFailed?.(error);
  }
}
