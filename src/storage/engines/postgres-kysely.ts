import { Kysely, type Logger, PostgresDialect } from 'kysely';
import type { Schema } from '../schema.ts';
import type { ServerPool } from './postgres-pool.ts';

export function openKysely(pool: ServerPool, log: Logger | undefined): Kysely<Schema> {
  return new Kysely<Schema>({ dialect: new PostgresDialect({ pool }), ...(log && { log }) });
}
