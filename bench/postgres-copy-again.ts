import pg from 'pg';

const tables = ['release_product', 'release_price_range', 'release_node', 'release_ordinal', 'release_index_block'];

/**
 * How long the server itself takes to load what an import has loaded: COPY from a file on its own disk, into empty tables
 * with the same indexes and constraints.
 */
export async function copyAgain(connectionString: string): Promise<{ rows: number; seconds: number }> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  let rows = 0;
  let seconds = 0;
  try {
    for (const table of tables) {
      const file = `/tmp/gateway-copy-${process.pid}-${table}`;
      await client.query(`copy ${table} to '${file}'`);
      await client.query(`create table again (like ${table} including all)`);
      await client.query(await storageLike(client, table));
      const startedAt = performance.now();
      rows += (await client.query(`copy again from '${file}'`)).rowCount ?? 0;
      seconds += (performance.now() - startedAt) / 1000;
      await client.query('drop table again');
      await client.query(`copy (select 1 where false) to program 'rm -f ${file}'`);
    }
  } finally {
    await client.end();
  }
  return { rows, seconds };
}

/** How its rows lie in pages, which LIKE says nothing of. */
async function storageLike(client: pg.Client, table: string): Promise<string> {
  const { rows } = await client.query<{ options: string | null }>(
    `select array_to_string(reloptions, ', ') as options from pg_class where oid = '${table}'::regclass`,
  );
  const options = rows[0]?.options;
  return options ? `alter table again set (${options})` : '';
}

export async function sizeOf(connectionString: string): Promise<number> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  const { rows } = await client.query<{ size: string }>('select pg_database_size(current_database()) as size');
  await client.end();
  return Number(rows[0]?.size);
}
