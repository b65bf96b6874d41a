import type { Transaction } from 'kysely';
import { OutcomeUnknown } from '../domain/transactions.ts';
import type { WorkBudget } from '../domain/work-budget.ts';
import type { Engine } from './engines/engine.ts';
import { retryConflicts } from './engines/retry-conflicts.ts';
import type { Schema } from './schema.ts';

/**
 * Runs the work in a transaction: all that it writes is there afterwards, or, where it throws, nothing. What the server undoes because of
 * others at the same time is done again, so the work has no effect but on the database; for a request while its budget lasts.
 * @throws OutcomeUnknown when nobody answered the commit
 */
export async function inTransaction<Result>(
  { writer, isConflict, mayHaveCommitted }: Pick<Engine, 'writer' | 'isConflict' | 'mayHaveCommitted'>,
  work: (transaction: Transaction<Schema>) => Promise<Result>,
  budget?: WorkBudget,
): Promise<Result> {
  let isCommitting = false;
  const noted = async (transaction: Transaction<Schema>) => {
    isCommitting = false;
    const result = await work(transaction);
    isCommitting = true;
    return result;
  };
  try {
    return await retryConflicts(() => attempt(writer, noted), { isConflict, expectWaiting: () => budget?.charge(0) });
  } catch (error) {
    throw isCommitting && mayHaveCommitted(error) ? new OutcomeUnknown(error) : error;
  }
}

/** The same for what publishes: of several at once, one goes on and the others wait for its end. */
export function inPublishingTransaction<Result>(
  engine: Pick<Engine, 'writer' | 'isConflict' | 'mayHaveCommitted' | 'publishingLock'>,
  work: (transaction: Transaction<Schema>) => Promise<Result>,
): Promise<Result> {
  return inTransaction(engine, async (transaction) => {
    await engine.publishingLock.execute(transaction);
    return work(transaction);
  });
}

async function attempt<Result>(
  writer: Engine['writer'],
  work: (transaction: Transaction<Schema>) => Promise<Result>,
): Promise<Result> {
  let failure: { readonly error: unknown } | null = null;
  const noting = (error: unknown): never => {
    failure = { error };
    throw error;
  };
  return writer
    .transaction()
    .execute((transaction) => work(transaction).catch(noting))
    .catch((error: unknown) => {
      // Where the connection broke, this may be the error of the rollback, which says less.
      throw failure === null ? error : failure.error;
    });
}
