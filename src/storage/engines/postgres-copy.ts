/** PostgreSQL's bulk load. */
import { once } from 'node:events';
import type { PoolClient } from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import type { TableRows } from './engine.ts';
import { toCopyText } from './postgres-copy-text.ts';
import type { ServerPool } from './postgres-pool.ts';

/**
 * In one transaction: all rows of all tables, or none. It does not wait for the disk: the rows are a release's that nobody sees
 * yet, and the commit that makes it current waits for everything that was written before it.
 */
export async function copyRows(pool: Pick<ServerPool, 'connect'>, tables: readonly TableRows[]): Promise<void> {
  const client = await pool.connect();
  let broken: Error | undefined;
  try {
    await client.query('begin; set local synchronous_commit = off');
    for (const rows of tables) await copyTable(client, rows);
    await client.query('commit');
  } catch (error) {
    // A connection that can't roll back is not given to anybody else.
    await client.query('rollback').catch((failure: Error) => {
      broken = failure;
    });
    throw error;
  } finally {
    client.release(broken);
  }
}

async function copyTable(client: PoolClient, { table, rows }: TableRows): Promise<void> {
  const [first] = rows;
  if (!first) return;
  const columns = Object.keys(first);
  const stream = client.query(copyFrom(`copy ${table} (${columns.join(', ')}) from stdin`));
  // It fails once more when its connection is given up, after nobody answered it: by then nobody waits, and an unheard 'error' event would end the process.
  stream.on('error', () => undefined);
  for (const piece of toCopyText(columns, rows as readonly Readonly<Record<string, unknown>>[])) stream.write(piece);
  stream.end();
  await once(stream, 'finish');
}
