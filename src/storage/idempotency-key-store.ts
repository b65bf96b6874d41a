import { setImmediate as nextTurn } from 'node:timers/promises';
import { sql } from 'kysely';
import { nameOfKey } from '../domain/idempotency/keyed-write.ts';
import type { IdempotencyKeyStore } from '../domain/idempotency/ports.ts';
import type { Engine } from './engines/engine.ts';
import { write } from './write.ts';

/** Few enough that nobody notices them. */
const removedAtATime = 200;

export function createIdempotencyKeyStore(engine: Engine): IdempotencyKeyStore {
  const { reader, writer } = engine;
  return {
    async find({ actor, operation, keyHash, forgottenBefore }) {
      const row = await reader
        .selectFrom('idempotency_key')
        .select(['fingerprint', 'answer'])
        .where('actor', '=', actor)
        .where('operation', '=', operation)
        .where('key_hash', '=', keyHash)
        .where('created_at', '>', forgottenBefore)
        .executeTakeFirst();
      if (!row) return null;
      // Another process may not have told anybody yet.
      await engine.untilLasting();
      return { fingerprint: row.fingerprint, outcome: row.answer };
    },

    tryLock: (keyed) => engine.tryLockKey(writer, nameOfKey(keyed)),

    insert: (keyed, outcome) =>
      write(engine, async (database) => {
        const { actor, operation, keyHash, fingerprint, now } = keyed;
        const row = { fingerprint, answer: outcome, created_at: now };
        await database
          .insertInto('idempotency_key')
          .values({ actor, operation, key_hash: keyHash, ...row })
          // A row that is too old, and was not removed yet.
          .onConflict((conflict) => conflict.columns(['actor', 'operation', 'key_hash']).doUpdateSet(row))
          .execute();
      }),

    async removeBefore(moment) {
      for (let removed = removedAtATime; removed >= removedAtATime; ) {
        const { numAffectedRows = 0n } =
          await sql`delete from idempotency_key where created_at < ${moment} and key_hash in (
          select key_hash from idempotency_key where created_at < ${moment} order by created_at
          limit ${sql.lit(removedAtATime)})`.execute(writer);
        removed = Number(numAffectedRows);
        // Requests and their writes go on in between.
        await nextTurn();
      }
    },
  };
}
