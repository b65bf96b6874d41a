import { setImmediate as endTurn } from 'node:timers';
import { setImmediate } from 'node:timers/promises';
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type QueryResult,
  type SqliteDialectConfig,
  SqliteDriver,
} from 'kysely';

/** From this time on, statements have kept others waiting: one, or several of one turn of the event loop. */
const longMs = 10;

/** When the first statement of this turn began; null: there was none. */
let turnBegan: number | null = null;

function noteTurn(): number {
  if (turnBegan !== null) return turnBegan;
  turnBegan = performance.now();
  endTurn(() => {
    turnBegan = null;
  });
  return turnBegan;
}

/**
 * SQLite runs in the thread of all requests, and answers without giving it up, and who waits for the connection goes on in the same turn: after
 * a long statement, or many, who waits for the thread goes first.
 */
export function letOthersIn(connection: DatabaseConnection): DatabaseConnection {
  return {
    async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
      const began = noteTurn();
      const result = await connection.executeQuery<Row>(query);
      if (performance.now() - began > longMs) await setImmediate();
      return result;
    },
    streamQuery: (query, chunkSize) => connection.streamQuery(query, chunkSize),
  };
}

/** What is our own of a dialect that does so. */
export function politeSqlite(config: SqliteDialectConfig): Pick<Dialect, 'createDriver'> {
  return { createDriver: () => new PoliteDriver(config) };
}

class PoliteDriver extends SqliteDriver {
  override async acquireConnection(): Promise<DatabaseConnection> {
    return letOthersIn(await super.acquireConnection());
  }
}
