/**
 * A primary that stood still, or was cut off, while another one was promoted takes writes again when it is back, until somebody ends it: what is written
 * to it is lost. The one that was promoted has a later timeline.
 */
import type { PoolClient } from 'pg';
import { isUnanswered, OvertakenServer } from './postgres-errors.ts';

interface Timeline {
  /** Of all servers that come from one; another one after `pg_upgrade`, where timelines begin anew. */
  readonly system: string;
  /** Eight digits. */
  readonly number: string;
}

/** Looks where a server is; says whether that is later than where all others were that were looked at. @throws OvertakenServer */
export function createTimelines(): (client: PoolClient) => Promise<boolean> {
  let latest: Timeline | null = null;
  return async (client) => {
    const found = await findTimeline(client);
    if (found === null) return false;
    const before = latest?.system === found.system ? latest.number : '';
    if (found.number < before) throw new OvertakenServer();
    latest = found;
    return found.number > before;
  };
}

/** Null: it does not say, as other engines that speak PostgreSQL. */
async function findTimeline(client: PoolClient): Promise<Timeline | null> {
  const looked = client.query<Timeline>(`select system_identifier::text as system,
    left(pg_walfile_name(pg_current_wal_lsn()), 8) as number from pg_control_system()`);
  const { rows } = await looked.catch((error: unknown) => {
    if (isUnanswered(error)) throw error;
    return { rows: [] };
  });
  return rows[0] ?? null;
}
