import { OutcomeUnknown, type Transactions, type WrittenStores } from '../domain/transactions.ts';
import type { Engine } from './engines/engine.ts';

/** The engine's transactions. `createStores` makes stores over an engine that is bound to one. */
export function createTransactions(engine: Engine, createStores: (engine: Engine) => WrittenStores): Transactions {
  return {
    async run(work) {
      let isCommitting = false;
      let thrown: unknown = null;
      try {
        return await engine.writer.transaction().execute(async (transaction) => {
          const bound = { ...engine, reader: transaction, writer: transaction };
          const result = await work(createStores(bound)).catch((error: unknown) => {
            thrown = error;
            throw error;
          });
          isCommitting = true;
          return result;
        });
      } catch (error) {
        if (isCommitting && engine.mayHaveCommitted(error)) throw new OutcomeUnknown(error);
        // Where the connection broke, this may be the error of the rollback, which says less.
        throw thrown ?? error;
      }
    },
  };
}
