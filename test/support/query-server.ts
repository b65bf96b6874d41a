import { withClient } from './with-client.ts';

/** Runs one statement over a connection of its own to a server of this machine that lets everybody in. */
export async function queryServer<Row extends object>(port: number, text: string, database = 'shop'): Promise<Row[]> {
  const server = { host: '127.0.0.1', port, user: 'postgres', database, connectionTimeoutMillis: 2000 };
  return (await withClient(server, (client) => client.query<Row>(text))).rows;
}
