import { sql } from 'kysely';
import { type ApplicationKey, useNotedEveryMs } from '../domain/application-key/application-key.ts';
import type { ApplicationKeyCredentials, ApplicationKeyStore } from '../domain/application-key/ports.ts';
import { DomainError } from '../domain/errors.ts';
import { toInt64 } from '../domain/input/exact-json.ts';
import type { Engine } from './engines/engine.ts';
import { selectCountedPage } from './lists/counted-page.ts';
import { byCreation, selectPage, type TableList } from './lists/table-pages.ts';
import { getManyRows } from './rows-by-id.ts';
import type { ApplicationKeyTable } from './schema.ts';
import { write } from './write.ts';

export function createApplicationKeyStore(engine: Engine): ApplicationKeyStore {
  return {
    ...createCredentials(engine),

    getMany: (ids) => getManyRows(engine, 'application_key', ids, toApplicationKey),

    list: (requestContext, page) => selectCountedPage(engine, requestContext, keyList, page),

    page: (requestContext, query) => selectPage(engine, requestContext, keyList, query),

    rename: ({ id, name, now }) => update(engine, { column: 'id', value: id }, { name, now }),
  };
}

/** What tokens are made by, and commands change. */
function createCredentials(
  engine: Engine,
): Pick<ApplicationKeyStore, 'findCredentials' | 'markUsed' | 'insert' | 'replaceSecret'> {
  const { reader, writer } = engine;
  return {
    async findCredentials(clientId) {
      const row = await reader
        .selectFrom('application_key')
        .selectAll()
        .where('client_id', '=', clientId)
        .executeTakeFirst();
      return row ? { ...toApplicationKey(row), secretHash: row.secret_hash } : null;
    },

    async markUsed(id, now) {
      const noted = new Date(Date.parse(now) - useNotedEveryMs).toISOString();
      await writer
        .updateTable('application_key')
        .set({ last_used_at: now })
        .where('id', '=', id)
        // Of several uses at the same moment, one is noted.
        .where(({ eb, or }) => or([eb('last_used_at', 'is', null), eb('last_used_at', '<=', noted)]))
        .execute();
    },

    async insert(key) {
      try {
        await write(engine, (database) =>
          database.insertInto('application_key').values(fromApplicationKey(key)).execute(),
        );
      } catch (error) {
        if (engine.violatedConstraint(error) !== 'application_key_client_id_key') throw error;
        throw new DomainError('CONFLICT', 'application_key with the given client id already exists');
      }
    },

    replaceSecret: (clientId, secretHash, now) =>
      update(engine, { column: 'client_id', value: clientId }, { secret_hash: secretHash, now }),
  };
}

interface Wanted {
  readonly column: 'id' | 'client_id';
  readonly value: string;
}

interface Change extends Partial<Pick<ApplicationKeyTable, 'name' | 'secret_hash'>> {
  readonly now: string;
}

/** Null: there is no such key. */
function update(
  engine: Engine,
  { column, value }: Wanted,
  { now, ...changed }: Change,
): Promise<ApplicationKey | null> {
  return write(engine, async (database) => {
    const row = await database
      .updateTable('application_key')
      .set({ ...changed, updated_at: laterThanUpdated(now) })
      .where(column, '=', value)
      .returningAll()
      .executeTakeFirst();
    return row ? toApplicationKey(row) : null;
  });
}

const keyList: TableList<ApplicationKeyTable, ApplicationKey> = {
  table: 'application_key',
  sortKey: byCreation,
  toItem: toApplicationKey,
};

/** The clock may be set back; the row's own time is not. */
function laterThanUpdated(now: string) {
  return sql<string>`case when updated_at > ${now} then updated_at else ${now} end`;
}

function toApplicationKey(row: ApplicationKeyTable): ApplicationKey {
  return {
    id: row.id,
    name: row.name,
    clientId: row.client_id,
    reservedRateLimit: toInt64(row.reserved_rate_limit),
    lastUsedAt: row.last_used_at,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}

export function fromApplicationKey(key: ApplicationKeyCredentials): ApplicationKeyTable {
  return {
    id: key.id,
    name: key.name,
    client_id: key.clientId,
    secret_hash: key.secretHash,
    reserved_rate_limit: String(key.reservedRateLimit),
    last_used_at: key.lastUsedAt,
    created_at: key.createdAt,
    updated_at: key.updatedAt,
  };
}
