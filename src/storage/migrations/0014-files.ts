import { sql } from 'kysely';
import type { ColumnTypes } from '../engines/column-types.ts';

/** Where the platform keeps files and pictures, and when their records last changed. */
export function statements({ text }: ColumnTypes) {
  return [
    sql`create table file (id ${text} not null, document ${text} not null, constraint file_pkey primary key (id))`,
    sql`alter table catalog add column files_published_at ${text}`,
  ];
}
