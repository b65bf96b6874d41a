import type { SigningKey, SigningKeyStore } from '../domain/signing-key/ports.ts';
import type { Engine } from './engines/engine.ts';
import { inPublishingTransaction } from './in-transaction.ts';
import type { SigningKeyTable } from './schema.ts';
import { write } from './write.ts';

export function createSigningKeyStore(engine: Engine): SigningKeyStore {
  const { reader, writer } = engine;
  return {
    async list() {
      const newestFirst = reader.selectFrom('signing_key').selectAll().orderBy('created_at', 'desc').orderBy('id');
      return (await newestFirst.execute()).map(toSigningKey);
    },

    async insertFirst(key) {
      // The id is the same for all that make a first key: of several instances that start at once, one wins and the others take its key.
      await writer
        .insertInto('signing_key')
        .values(fromSigningKey(key))
        .onConflict((conflict) => conflict.doNothing())
        .execute();
      const kept = await writer
        .selectFrom('signing_key')
        .selectAll()
        .where('id', '=', key.id)
        .executeTakeFirstOrThrow();
      return toSigningKey(kept);
    },

    async rotate(key, othersExpireAt) {
      // Two at once would each not see the other's key, and both would sign.
      await inPublishingTransaction(engine, async (transaction) => {
        await transaction
          .updateTable('signing_key')
          .set({ expires_at: othersExpireAt })
          .where('expires_at', 'is', null)
          .execute();
        await transaction.insertInto('signing_key').values(fromSigningKey(key)).execute();
      });
    },

    async remove(id) {
      const { numDeletedRows } = await write(engine, (database) =>
        database.deleteFrom('signing_key').where('id', '=', id).executeTakeFirst(),
      );
      return numDeletedRows > 0n;
    },

    async removeExpired(now) {
      await writer.deleteFrom('signing_key').where('expires_at', '<=', now).execute();
    },
  };
}

function toSigningKey(row: SigningKeyTable): SigningKey {
  return {
    id: row.id,
    algorithm: row.algorithm,
    privateJwk: row.private_jwk,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
  };
}

function fromSigningKey(key: SigningKey): SigningKeyTable {
  return {
    id: key.id,
    algorithm: key.algorithm,
    private_jwk: key.privateJwk,
    created_at: key.createdAt,
    expires_at: key.expiresAt,
  };
}
