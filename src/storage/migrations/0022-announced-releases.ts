import { sql } from 'kysely';

/** The release of each catalog that will be current in a moment. */
export function statements() {
  return [sql`alter table catalog add column next_release_id integer`];
}
