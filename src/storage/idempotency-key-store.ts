import { setImmediate as nextTurn } from 'node:timers/promises';
import { type Kysely, sql } from 'kysely';
import { type KeyedWrite, keptMs, nameOfKey } from '../domain/idempotency/keyed-write.ts';
import type { IdempotencyKeyStore } from '../domain/idempotency/ports.ts';
import { doTogether } from './do-together.ts';
import type { Engine } from './engines/engine.ts';
import { readClock } from './read-clock.ts';
import type { IdempotencyKeyTable, Schema } from './schema.ts';
import { write } from './write.ts';

/** Few enough that nobody notices them. */
const removedAtATime = 200;

export function createIdempotencyKeyStore(engine: Engine): IdempotencyKeyStore {
  const { writer } = engine;
  const findTogether = doTogether({
    run: (writes: readonly KeyedWrite[]) => findEach(engine, writes),
    isOfOne: (error) => engine.toUnavailable(error) === null,
  });
  return {
    async find(write) {
      const [row] = writer.isTransaction ? await findEach(engine, [write]) : [await findTogether(write)];
      if (!row) return null;
      // Another process may not have told anybody yet.
      await engine.untilLasting();
      return { fingerprint: row.fingerprint, outcome: row.answer, storedAt: row.created_at };
    },

    tryLock: (keyed) => engine.tryLockKey(writer, nameOfKey(keyed)),

    // Nobody else has it: where there is a row, it is too old, and was not removed yet.
    insert: (keyed, outcome) => write(engine, async (database) => void (await upsert(database, keyed, outcome, null))),

    claim: (keyed, outcome) =>
      write(engine, async (database) => (await upsert(database, keyed, outcome, keyed.forgottenBefore)) > 0n),

    release: ({ actor, operation, keyHash }) =>
      write(engine, async (database) => {
        await database
          .deleteFrom('idempotency_key')
          .where('actor', '=', actor)
          .where('operation', '=', operation)
          .where('key_hash', '=', keyHash)
          .execute();
      }),

    // What whose clock is ahead takes for forgotten, the others know still.
    async removeBefore(moment) {
      const forgotten = new Date((await readClock(engine, writer)).getTime() - keptMs).toISOString();
      await removeBefore(writer, moment < forgotten ? moment : forgotten);
    },
  };
}

type Found = Pick<IdempotencyKeyTable, 'fingerprint' | 'answer' | 'created_at'>;

/** The row of each key, in their order; a statement for each actor and operation. */
async function findEach(
  { reader, isOneOf }: Pick<Engine, 'reader' | 'isOneOf'>,
  writes: readonly KeyedWrite[],
): Promise<(Found | null)[]> {
  const rows = new Map<string, Found>();
  const nameOf = (actor: string, operation: string, keyHash: string) => JSON.stringify([actor, operation, keyHash]);
  for (const group of Map.groupBy(writes, ({ actor, operation }) => JSON.stringify([actor, operation])).values()) {
    const [{ actor, operation }] = group as [KeyedWrite];
    const hashes = group.map(({ keyHash }) => keyHash);
    const found = await reader
      .selectFrom('idempotency_key')
      .select(['key_hash', 'fingerprint', 'answer', 'created_at'])
      .where('actor', '=', actor)
      .where('operation', '=', operation)
      .where(isOneOf(sql.ref('key_hash'), hashes))
      .execute();
    for (const row of found) rows.set(nameOf(actor, operation, row.key_hash), row);
  }
  return writes.map(({ actor, operation, keyHash, forgottenBefore }) => {
    const row = rows.get(nameOf(actor, operation, keyHash));
    return row && row.created_at > forgottenBefore ? row : null;
  });
}

/**
 * In small steps: requests and their writes go on in between. Rows are named by their whole keys: by the hash alone each step looked at all that are
 * old, and of 200,000 each took 150 ms. Another instance may remove some of the same rows at once, and leaves the others here.
 */
async function removeBefore(writer: Kysely<Schema>, moment: string): Promise<void> {
  for (let removed = 1n; removed > 0n; ) {
    const { numAffectedRows = 0n } =
      await sql`delete from idempotency_key where created_at < ${moment} and (actor, operation, key_hash) in (
      select actor, operation, key_hash from idempotency_key where created_at < ${moment} order by created_at
      limit ${sql.lit(removedAtATime)})`.execute(writer);
    removed = numAffectedRows;
    await nextTurn();
  }
}

/** `upTo`: rows that are not older stay; null: none does. Returns how many rows were written. */
async function upsert(
  database: Kysely<Schema>,
  { actor, operation, keyHash, fingerprint, now }: KeyedWrite,
  outcome: string,
  upTo: string | null,
): Promise<bigint> {
  const row = { fingerprint, answer: outcome, created_at: now };
  const { numInsertedOrUpdatedRows = 0n } = await database
    .insertInto('idempotency_key')
    .values({ actor, operation, key_hash: keyHash, ...row })
    .onConflict((conflict) => {
      const update = conflict.columns(['actor', 'operation', 'key_hash']).doUpdateSet(row);
      return upTo === null ? update : update.where('idempotency_key.created_at', '<=', upTo);
    })
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows;
}
