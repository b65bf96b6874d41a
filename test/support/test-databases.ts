import { randomUUID } from 'node:crypto';
import { withClient } from './with-client.ts';

export interface TestDatabase {
  /** Through the pooler that TEST_POOLER names (`host:port`), if there is one: `npm run test:pgbouncer`. */
  url: string;
  /** Past it. */
  directUrl: string;
  /** Ends the connections that are still open, so close pools first, or listen to their errors. */
  drop(): Promise<void>;
}

/** Makes a database of its own for a test, on the server that the superuser's URL names: empty, or a copy of another. */
export async function createTestDatabase(serverUrl: string, template = 'template0'): Promise<TestDatabase> {
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  await runStatement(serverUrl, `CREATE DATABASE ${name} TEMPLATE ${template}`);
  const directUrl = url.href;
  if (process.env.TEST_POOLER) url.host = process.env.TEST_POOLER;
  return { url: url.href, directUrl, drop: () => dropTestDatabase(serverUrl, name) };
}

export function dropTestDatabase(serverUrl: string, name: string): Promise<void> {
  return runStatement(serverUrl, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
}

function runStatement(serverUrl: string, statement: string): Promise<void> {
  return withClient(serverUrl, async (client) => void (await client.query(statement)));
}
