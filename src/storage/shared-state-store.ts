import { setTimeout as sleep } from 'node:timers/promises';
import type { SharedState } from '../domain/shared-state.ts';
import type { Engine } from './engines/engine.ts';

/** Others are as quick: who loses has a turn soon. */
const maxDelayMs = 10;

export interface SharedStateOptions<State> {
  readonly name: string;
  readonly empty: () => State;
}

/**
 * A state of that name which all instances see, by the database's clock. It is read, changed and written back where nobody else has
 * changed it meanwhile; or else once more.
 */
export function createSharedState<State>(
  { writer, clock }: Pick<Engine, 'writer' | 'clock'>,
  { name, empty }: SharedStateOptions<State>,
): SharedState<State> {
  return {
    async change(change) {
      for (;;) {
        const row = await writer
          .selectFrom('shared_state')
          .select(['version', 'state', clock.as('now')])
          .where('name', '=', name)
          .executeTakeFirst();
        if (!row) {
          const first = { name, version: 0, state: JSON.stringify(empty()) };
          await writer
            .insertInto('shared_state')
            .values(first)
            .onConflict((conflict) => conflict.doNothing())
            .execute();
          continue;
        }
        const state: State = JSON.parse(row.state);
        const result = change(state, Number(row.now));
        const { numUpdatedRows } = await writer
          .updateTable('shared_state')
          .set({ version: Number(row.version) + 1, state: JSON.stringify(state) })
          .where('name', '=', name)
          .where('version', '=', row.version)
          .executeTakeFirstOrThrow();
        if (numUpdatedRows > 0n) return result;
        await sleep(Math.random() * maxDelayMs);
      }
    },
  };
}
