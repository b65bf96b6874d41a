import { randomUUID } from 'node:crypto';
import pg from 'pg';

export interface TestDatabase {
  url: string;
  /** Ends the connections that are still open, so close pools first, or listen to their errors. */
  drop(): Promise<void>;
}

/** Makes a database of its own for a test, on the server that the superuser's URL names: empty, or a copy of another. */
export async function createTestDatabase(serverUrl: string, template = 'template0'): Promise<TestDatabase> {
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  await runStatement(serverUrl, `CREATE DATABASE ${name} TEMPLATE ${template}`);
  return { url: url.href, drop: () => dropTestDatabase(serverUrl, name) };
}

export function dropTestDatabase(serverUrl: string, name: string): Promise<void> {
  return runStatement(serverUrl, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
}

async function runStatement(serverUrl: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: serverUrl });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
