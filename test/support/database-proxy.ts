/** A faulty network between the gateway and its PostgreSQL server: what the tests break, and mend again. */
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

export type Fault = 'reset' | 'silence';

export interface DatabaseProxy {
  /** The database's, with the way through the proxy. */
  readonly url: string;
  /** Everything passes again. What fell silent before stays silent, as behind a firewall that has forgotten it. */
  mend(): Promise<void>;
  /** Every chunk takes that long, in both directions. */
  delay(ms: number): void;
  /** Connections are taken, and nothing passes any more. */
  silence(): void;
  /** Open connections are reset (RST), and new ones are refused. */
  refuse(): void;
  /** Open connections are reset; new ones pass. */
  reset(): void;
  /**
   * The connection that sends this text breaks, once: before the server gets it, or after the server has answered it. The promise
   * resolves then.
   */
  breakAt(text: string, when: 'before' | 'after', fault: Fault): Promise<void>;
  close(): void;
}

interface Link {
  readonly client: Socket;
  readonly server: Socket;
  isSilent: boolean;
  onAnswer: (() => void) | null;
  /** Statements that the connection has prepared: their texts by their names, which are sent alone from then on. */
  readonly prepared: Map<string, string>;
}

/** Whether a chunk has a statement run that holds the text: written out, or by the name that it was prepared under. */
function runs(chunk: Buffer, text: string, { prepared }: Link): boolean {
  const sent = chunk.toString('latin1');
  for (const [, name = '', statement = ''] of sent.matchAll(/P[\s\S]{4}(\w+)\0([^\0]*)\0/g))
    prepared.set(name, statement);
  const bound = [...sent.matchAll(/B[\s\S]{4}\0(\w+)\0/g)].map(([, name = '']) => prepared.get(name) ?? '');
  return [sent, ...bound].some((statement) => statement.includes(text));
}

export async function openDatabaseProxy(databaseUrl: string): Promise<DatabaseProxy> {
  const target = new URL(databaseUrl);
  const links = new Set<Link>();
  let isSilent = false;
  let delayMs = 0;
  let trigger: { text: string; isAfter: boolean; fire: (link: Link) => void } | null = null;

  const listener = createServer((client) => {
    const server = connect(Number(target.port), target.hostname);
    const link: Link = { client, server, isSilent, onAnswer: null, prepared: new Map() };
    links.add(link);
    client.on('data', (chunk) => {
      const fired = runs(chunk, trigger?.text ?? '', link) ? trigger : null;
      if (fired) trigger = null;
      if (fired?.isAfter) link.onAnswer = () => fired.fire(link);
      else fired?.fire(link);
      pass(link, server, chunk);
    });
    server.on('data', (chunk) => {
      link.onAnswer?.();
      pass(link, client, chunk);
    });
    for (const [from, to] of [[client, server] as const, [server, client] as const]) {
      // What follows is 'close'.
      from.on('error', () => undefined);
      from.on('close', () => {
        // Silence swallows the end of a connection, too.
        if (!link.isSilent) to.destroy();
        if (to.destroyed) links.delete(link);
      });
    }
  });

  function pass(link: Link, to: Socket, chunk: Buffer): void {
    const send = () => void (link.isSilent || to.destroyed || to.write(chunk));
    if (delayMs > 0) setTimeout(send, delayMs);
    else send();
  }

  function breakLink(link: Link, fault: Fault): void {
    link.isSilent = true;
    if (fault === 'silence') return;
    link.client.resetAndDestroy();
    link.server.resetAndDestroy();
  }

  const breakAll = (fault: Fault) => links.forEach((link) => void breakLink(link, fault));
  const listen = (port: number) => once(listener.listen(port, '127.0.0.1'), 'listening');
  await listen(0);
  const { port } = listener.address() as AddressInfo;
  const url = new URL(databaseUrl);
  url.host = `127.0.0.1:${port}`;
  return {
    url: url.href,
    async mend() {
      [isSilent, delayMs, trigger] = [false, 0, null];
      if (!listener.listening) await listen(port);
    },
    delay(ms) {
      delayMs = ms;
    },
    silence() {
      isSilent = true;
      breakAll('silence');
    },
    refuse() {
      listener.close();
      breakAll('reset');
    },
    reset: () => breakAll('reset'),
    breakAt: (text, when, fault) =>
      new Promise((resolve) => {
        const fire = (link: Link) => {
          breakLink(link, fault);
          resolve();
        };
        trigger = { text, isAfter: when === 'after', fire };
      }),
    close() {
      listener.close();
      breakAll('reset');
    },
  };
}
