import type { Transaction } from 'kysely';
import { OutcomeUnknown, type Transactions, type WrittenStores } from '../domain/transactions.ts';
import type { Engine } from './engines/engine.ts';
import { inTransaction } from './in-transaction.ts';
import type { Schema } from './schema.ts';

/** The engine's transactions. `createStores` makes stores over an engine that is bound to one. */
export function createTransactions(engine: Engine, createStores: (engine: Engine) => WrittenStores): Transactions {
  return {
    async run(budget, work) {
      let isCommitting = false;
      const attempt = async (transaction: Transaction<Schema>) => {
        isCommitting = false;
        const bound = { ...engine, reader: transaction, writer: transaction };
        const result = await work(createStores(bound));
        isCommitting = true;
        return result;
      };
      try {
        return await inTransaction(engine, attempt, budget);
      } catch (error) {
        if (isCommitting && engine.mayHaveCommitted(error)) throw new OutcomeUnknown(error);
        throw error;
      }
    },
  };
}
