import pg from 'pg';

/** Over a connection of its own to a server, which ends with it. */
export async function withClient<Result>(
  server: string | pg.ClientConfig,
  run: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client(server);
  // One that is cut off is told to whoever waits for it.
  client.on('error', () => undefined);
  await client.connect();
  try {
    return await run(client);
  } finally {
    await client.end();
  }
}
