/**
 * Waiting for a connection while more statements come than the server does. A burst may wait; but while there has been a queue for half a second, and
 * whoever got a connection last had waited for too long, those that come are refused at once: what is answered is answered soon, as with requests
 * (`server/request-queue.ts`). The server does not do more when more wait.
 */
import type { Pool, PoolClient } from 'pg';
import { BusyServer } from './postgres-errors.ts';

export interface PatienceOptions {
  readonly pool: Pick<Pool, 'waitingCount'> & { connect(): Promise<PoolClient> };
  /** 0: as long as the pool has them wait. */
  readonly maxConnectionWaitMs: number;
  readonly monotonicNow: () => number;
}

const standingMs = 500;

export function connectPatiently({
  pool,
  maxConnectionWaitMs,
  monotonicNow,
}: PatienceOptions): () => Promise<PoolClient> {
  let emptyAt = monotonicNow();
  let lastWaitMs = 0;
  return async () => {
    const since = monotonicNow();
    if (pool.waitingCount === 0) emptyAt = since;
    const isStanding = since - emptyAt >= standingMs;
    if (maxConnectionWaitMs > 0 && isStanding && lastWaitMs > maxConnectionWaitMs) throw new BusyServer();
    try {
      return await pool.connect();
    } finally {
      lastWaitMs = monotonicNow() - since;
    }
  };
}
