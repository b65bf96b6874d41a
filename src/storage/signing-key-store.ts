import type { SigningKey, SigningKeyStore } from '../domain/stores.ts';
import type { Engine } from './engine.ts';
import type { SigningKeyTable } from './schema.ts';

export function createSigningKeyStore({ reader, writer }: Engine): SigningKeyStore {
  return {
    async list() {
      const rows = await reader.selectFrom('signing_key').selectAll().orderBy('created_at', 'desc').execute();
      return rows.map(toSigningKey);
    },

    async insertFirst(key) {
      const row = { id: key.id, algorithm: key.algorithm, private_jwk: key.privateJwk, created_at: key.createdAt };
      // The id is the same for all that make a first key: of several instances that start at once, one wins and the others take its key.
      await writer
        .insertInto('signing_key')
        .values(row)
        .onConflict((conflict) => conflict.doNothing())
        .execute();
      const kept = await writer
        .selectFrom('signing_key')
        .selectAll()
        .where('id', '=', key.id)
        .executeTakeFirstOrThrow();
      return toSigningKey(kept);
    },
  };
}

function toSigningKey(row: SigningKeyTable): SigningKey {
  return { id: row.id, algorithm: row.algorithm, privateJwk: row.private_jwk, createdAt: row.created_at };
}
