import { setImmediate } from 'node:timers/promises';
import {
  type CompiledQuery,
  type DatabaseConnection,
  type QueryResult,
  SqliteDialect,
  type SqliteDialectConfig,
  SqliteDriver,
} from 'kysely';

/** From this time on, a statement has kept others waiting. */
const longMs = 10;

/** SQLite runs in the thread of all requests, and answers without giving it up: after a long statement, who waits goes first. */
export function letOthersIn(connection: DatabaseConnection): DatabaseConnection {
  return {
    async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
      const begin = performance.now();
      const result = await connection.executeQuery<Row>(query);
      if (performance.now() - begin > longMs) await setImmediate();
      return result;
    },
    streamQuery: (query, chunkSize) => connection.streamQuery(query, chunkSize),
  };
}

export class PoliteSqliteDialect extends SqliteDialect {
  readonly #config: SqliteDialectConfig;

  constructor(config: SqliteDialectConfig) {
    super(config);
    this.#config = config;
  }

  override createDriver(): SqliteDriver {
    return new PoliteDriver(this.#config);
  }
}

class PoliteDriver extends SqliteDriver {
  override async acquireConnection(): Promise<DatabaseConnection> {
    return letOthersIn(await super.acquireConnection());
  }
}
