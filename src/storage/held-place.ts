import { sql } from 'kysely';
import type { HeldPlace } from '../domain/held-place.ts';
import type { Engine } from './engines/engine.ts';

/** The place that the one row of such a table is. */
export function createHeldPlace({ writer }: Engine, table: 'mirror' | 'webhook_sender') {
  const update = () => writer.updateTable<'mirror' | 'webhook_sender'>(table);
  const beat = sql<number>`beat + 1`;
  return {
    async take(holder: string, since: HeldPlace): Promise<boolean> {
      const { numUpdatedRows } = await update().set({ holder, beat }).where('beat', '=', since.beat).executeTakeFirst();
      return numUpdatedRows > 0n;
    },

    async leave(holder: string): Promise<void> {
      await update().set({ holder: null, beat }).where('holder', '=', holder).execute();
    },
  };
}
