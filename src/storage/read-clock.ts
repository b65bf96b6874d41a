import { sql } from 'kysely';
import type { Engine } from './engines/engine.ts';

/** Of the database: instances' own clocks may differ. */
export async function readClock({ clock }: Pick<Engine, 'clock'>, database: Engine['reader']): Promise<Date> {
  const { rows } = await sql<{ now: number | string }>`select ${clock} as now`.execute(database);
  return new Date(Number(rows[0]?.now));
}
