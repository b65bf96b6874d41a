import { sql } from 'kysely';
import type { ColumnTypes } from '../engines/column-types.ts';

/** Copies of a platform's releases: what each is a copy of, which instance copies, and how that went. */
export function statements({ text }: ColumnTypes) {
  return [
    sql`alter table release add column original_id ${text}`,
    sql`create table mirror (
      id integer primary key,
      holder ${text},
      beat integer not null,
      requests integer not null,
      answered integer not null,
      begun integer not null,
      current_at ${text},
      problem ${text},
      problem_at ${text}
    )`,
    sql`insert into mirror (id, holder, beat, requests, answered, begun) values (1, null, 0, 0, 0, 0)`,
  ];
}
