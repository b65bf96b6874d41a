import type { Transactions, WrittenStores } from '../domain/transactions.ts';
import type { Engine } from './engines/engine.ts';
import { inTransaction } from './in-transaction.ts';

/** The engine's transactions. `createStores` makes stores over an engine that is bound to one. */
export function createTransactions(engine: Engine, createStores: (engine: Engine) => WrittenStores): Transactions {
  return {
    run: (budget, work) =>
      inTransaction(
        engine,
        (transaction) => work(createStores({ ...engine, reader: transaction, writer: transaction })),
        budget,
      ),
  };
}
