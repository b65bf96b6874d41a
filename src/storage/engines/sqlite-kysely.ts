import { type Dialect, Kysely, type Logger, SqliteAdapter, SqliteIntrospector, SqliteQueryCompiler } from 'kysely';
import type { Schema } from '../schema.ts';

type OwnParts = Pick<Dialect, 'createDriver'> & Partial<Pick<Dialect, 'createAdapter'>>;

/** Kysely's dialect, over a driver of ours. */
export function openKysely(ours: OwnParts, log: Logger | undefined): Kysely<Schema> {
  const dialect: Dialect = {
    createAdapter: () => new SqliteAdapter(),
    createQueryCompiler: () => new SqliteQueryCompiler(),
    createIntrospector: (database) => new SqliteIntrospector(database),
    ...ours,
  };
  return new Kysely<Schema>({ dialect, ...(log && { log }) });
}
