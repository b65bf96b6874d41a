import type { Kysely } from 'kysely';
import { OutcomeUnknown } from '../domain/transactions.ts';
import type { Engine } from './engines/engine.ts';
import type { Schema } from './schema.ts';

/**
 * Runs the one statement of a write: in the engine's transaction, where it is bound to one, or else by itself.
 * @throws OutcomeUnknown when the statement had begun and nobody answered it
 */
export async function write<Result>(
  { writer, mayHaveCommitted }: Pick<Engine, 'writer' | 'mayHaveCommitted'>,
  effect: (database: Kysely<Schema>) => Promise<Result>,
): Promise<Result> {
  let hasBegun = false;
  const begin = (database: Kysely<Schema>) => {
    hasBegun = true;
    return effect(database);
  };
  try {
    return await (writer.isTransaction ? begin(writer) : writer.connection().execute(begin));
  } catch (error) {
    throw hasBegun && mayHaveCommitted(error) ? new OutcomeUnknown(error) : error;
  }
}
