import { type DialectAdapter, Kysely, type Logger, PostgresAdapter, PostgresDialect } from 'kysely';
import type { Schema } from '../schema.ts';
import type { ServerPool } from './postgres-pool.ts';

export function openKysely(pool: ServerPool, log: Logger | undefined): Kysely<Schema> {
  return new Kysely<Schema>({ dialect: new Dialect({ pool }), ...(log && { log }) });
}

class Dialect extends PostgresDialect {
  override createAdapter(): DialectAdapter {
    return new Adapter();
  }
}

/** Kysely's lock for migrations is a session's, which behind a pooler is whoever's comes next: the engine has one of its own. */
class Adapter extends PostgresAdapter {
  override async acquireMigrationLock(): Promise<void> {}
  override async releaseMigrationLock(): Promise<void> {}
}
