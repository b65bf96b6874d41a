import { sql } from 'kysely';
import type { Engine } from '../../src/storage/engines/engine.ts';

export interface Conflicts {
  /** The next writes, so many, are undone with serialization_failure, by the server itself: at the statement, or at the commit. */
  meet(count: number, when: 'statement' | 'commit'): Promise<void>;
  /** How many writes were undone, and how many were let through, since then. */
  count(): Promise<{ readonly undone: number; readonly done: number }>;
}

/** Triggers on each table: a sequence counts on when its transaction is undone. */
export async function meetOthers({ writer }: Engine): Promise<Conflicts> {
  for (const when of ['statement', 'commit']) {
    await sql.raw(`create sequence met_at_${when} minvalue -1000 start 1`).execute(writer);
    await sql
      .raw(
        `create function meet_at_${when}() returns trigger language plpgsql as $$ begin
          if nextval('met_at_${when}') <= 0 then raise exception 'met another one' using errcode = '40001'; end if;
          return null;
        end $$`,
      )
      .execute(writer);
  }
  const tables = await sql<{ name: string }>`
    select tablename as name from pg_tables where schemaname = 'public' and tablename not like 'kysely%'`.execute(
    writer,
  );
  for (const { name } of tables.rows) {
    const triggers = [
      `create trigger meet before insert or update or delete on ${name} for each statement execute function meet_at_statement()`,
      `create constraint trigger meet_late after insert or update or delete on ${name} deferrable initially deferred
        for each row execute function meet_at_commit()`,
    ];
    for (const trigger of triggers) await sql.raw(trigger).execute(writer);
  }
  let expected = 0;
  let last: 'statement' | 'commit' = 'statement';
  return {
    async meet(count, when) {
      [expected, last] = [count, when];
      const other = when === 'commit' ? 'statement' : 'commit';
      await sql
        .raw(`select setval('met_at_${other}', 1, false), setval('met_at_${when}', ${1 - count}, false)`)
        .execute(writer);
    },
    async count() {
      const { rows } = await sql
        .raw<{ value: string; called: boolean }>(`select last_value as value, is_called as called from met_at_${last}`)
        .execute(writer);
      const calls = rows[0]?.called ? Number(rows[0].value) + expected : 0;
      return { undone: Math.min(calls, expected), done: Math.max(0, calls - expected) };
    },
  };
}
