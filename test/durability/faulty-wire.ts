/** A proxy before a platform that cuts, delays and doubles connections, and counts what it was sent, whatever becomes of it. */
import { connect, createServer, type Socket } from 'node:net';
import { listenOnLoopback } from '../support/on-loopback.ts';

const fates = ['cut at once', 'swallow', 'cut after', 'cut within', 'delay', 'double'] as const;
export type Fate = (typeof fates)[number] | 'pass';

export interface FaultyWire {
  readonly url: string;
  /** How often each text that the pattern finds was received from the gateway. */
  readonly received: ReadonlyMap<string, number>;
  readonly fatesSeen: ReadonlyMap<Fate, number>;
  close(): Promise<void>;
}

export interface FaultyWireOptions {
  readonly platformPort: number;
  /** Its first group names a write. */
  readonly pattern: RegExp;
  /** Between 0 and 1. */
  readonly faulty: number;
  readonly maxDelayMs: number;
}

export async function openFaultyWire(options: FaultyWireOptions): Promise<FaultyWire> {
  const received = new Map<string, number>();
  const fatesSeen = new Map<Fate, number>();
  const sockets = new Set<Socket>();
  const follow = (socket: Socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket)).on('error', () => {});
    return socket;
  };
  const server = createServer((incoming) => {
    const fate = draw(options.faulty);
    add(fatesSeen, fate);
    follow(incoming);
    count(incoming, options.pattern, received);
    const open = () => follow(connect(options.platformPort, '127.0.0.1'));
    forward(incoming, { fate, open, delayMs: Math.random() * options.maxDelayMs });
  });
  const port = await listenOnLoopback(server);
  return {
    url: `http://127.0.0.1:${port}`,
    received,
    fatesSeen,
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function draw(faulty: number): Fate {
  if (Math.random() >= faulty) return 'pass';
  return fates[Math.floor(Math.random() * fates.length)] ?? 'pass';
}

/** A write may come in pieces; a connection may bring several. */
function count(incoming: Socket, pattern: RegExp, received: Map<string, number>): void {
  let text = '';
  incoming.on('data', (chunk) => {
    text += chunk.toString('latin1');
    for (let found = pattern.exec(text); found; found = pattern.exec(text)) {
      add(received, found[1] ?? '');
      text = text.slice(found.index + found[0].length);
    }
  });
}

interface Forwarding {
  readonly fate: Fate;
  readonly open: () => Socket;
  readonly delayMs: number;
}

function forward(incoming: Socket, { fate, open, delayMs }: Forwarding): void {
  if (fate === 'cut at once') return void incoming.once('data', () => incoming.destroy());
  if (fate === 'swallow') return;
  const ways = fate === 'double' ? [open(), open()] : [open()];
  const pass = (chunk: Buffer) => ways.forEach((way) => void way.write(chunk));
  incoming.on('data', (chunk: Buffer) => void (fate === 'delay' ? setTimeout(pass, delayMs, chunk) : pass(chunk)));
  incoming.on('end', () => ways.forEach((way) => void way.end()));
  const [answering] = ways;
  answering?.on('data', (chunk: Buffer) => {
    if (fate === 'cut after') return void incoming.destroy();
    if (fate === 'cut within')
      return void incoming.write(chunk.subarray(0, chunk.length / 2), () => incoming.destroy());
    incoming.write(chunk);
  });
  answering?.on('end', () => incoming.end());
}

function add<Key>(counts: Map<Key, number>, key: Key): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}
