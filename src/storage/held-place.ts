import { sql } from 'kysely';
import type { HeldPlaceStore } from '../domain/held-place.ts';
import type { Engine } from './engines/engine.ts';

/** The place that the one row of such a table is. */
export function createHeldPlace({ writer }: Engine, table: 'mirror' | 'webhook_sender'): HeldPlaceStore {
  const update = () => writer.updateTable<'mirror' | 'webhook_sender'>(table);
  const beat = sql<number>`beat + 1`;
  return {
    async take(holder, since) {
      const { numUpdatedRows } = await update().set({ holder, beat }).where('beat', '=', since.beat).executeTakeFirst();
      return numUpdatedRows > 0n;
    },

    async leave(holder) {
      await update().set({ holder: null, beat }).where('holder', '=', holder).execute();
    },
  };
}
