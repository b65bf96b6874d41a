/** Databases whose errors carry rows, as a client's fault would make them, and as a bug would. */
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { onTestFinished } from 'vitest';
import { demoFolder } from '../gateway-process.ts';
import { startOwnPostgresServer } from '../postgres-server.ts';
import { withClient } from '../with-client.ts';
import type { Canaries } from './canaries.ts';

export interface TamperedDatabase {
  /** What the program is told. */
  readonly environment: Readonly<Record<string, string>>;
  execute(statement: string): Promise<void>;
  select(query: string): Promise<string[]>;
  /** From then on nothing can be written. */
  breakDown(): Promise<void>;
}

export const rowsInErrors = {
  sqlite: [
    `create trigger broken before insert on subscription when new.name = 'Bug'
     begin select raise(abort, new.email || new.payment_card_id || new.payment_customer_id); end`,
    "create unique index twice on subscription (payment_card_id) where name = 'Twice'",
  ],
  postgres: [
    `create function broken() returns trigger language plpgsql as $$ begin
       raise exception 'broken: %', new using detail = new, hint = new.email; end $$`,
    `create trigger broken before insert on subscription for each row when (new.name = 'Bug') execute function broken()`,
    "create unique index twice on subscription (payment_card_id) where name = 'Twice'",
  ],
};

export const openDatabase: Record<keyof typeof rowsInErrors, (canaries: Canaries) => Promise<TamperedDatabase>> = {
  async sqlite() {
    const directory = await demoFolder();
    const use = <Result>(work: (database: Sqlite.Database) => Result) => {
      const database = new Sqlite(join(directory, 'gateway.db'));
      try {
        return work(database);
      } finally {
        database.close();
      }
    };
    return {
      environment: { DATA_DIR: directory },
      execute: async (statement) => void use((database) => database.exec(statement)),
      select: async (query) => use((database) => database.prepare(query).pluck().all() as string[]),
      async breakDown() {
        const other = new Sqlite(join(directory, 'gateway.db'));
        onTestFinished(() => void other.close());
        other.exec('begin immediate');
      },
    };
  },
  async postgres({ make }) {
    const server = await startOwnPostgresServer();
    onTestFinished(() => server.stop());
    const ask = (text: string) => withClient(server.url, (client) => client.query({ text, rowMode: 'array' }));
    const url = new URL(server.url);
    url.password = make('database password');
    return {
      environment: { DATABASE_URL: url.href, DEMO: 'on' },
      execute: async (statement) => void (await ask(statement)),
      select: async (query) => (await ask(query)).rows.flat() as string[],
      breakDown: () => server.killHard(),
    };
  },
};
