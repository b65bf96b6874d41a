/** A server that says or hears something else than it does: what stands between it and a client changes chunks on their way. */
import { connect, createServer } from 'node:net';
import { listenOnLoopback } from './on-loopback.ts';

export interface RewritingProxy {
  /** The database's, through the proxy. */
  readonly url: string;
  close(): void;
}

export interface Rewriting {
  readonly toServer?: (chunk: Buffer) => Buffer;
  readonly toClient?: (chunk: Buffer) => Buffer;
}

const asItIs = (chunk: Buffer) => chunk;

export async function openRewritingProxy(
  databaseUrl: string,
  { toServer = asItIs, toClient = asItIs }: Rewriting,
): Promise<RewritingProxy> {
  const target = new URL(databaseUrl);
  const listener = createServer((client) => {
    const server = connect(Number(target.port), target.hostname);
    client.on('data', (chunk) => server.write(toServer(chunk)));
    server.on('data', (chunk) => client.write(toClient(chunk)));
    for (const [from, to] of [[client, server] as const, [server, client] as const]) {
      from.on('error', () => undefined);
      from.on('close', () => to.destroy());
    }
  });
  const url = new URL(databaseUrl);
  url.port = String(await listenOnLoopback(listener));
  return { url: url.href, close: () => void listener.close() };
}
