/** A gateway whose main thread is watched from inside. */
import { rmSync } from 'node:fs';
import { createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type AttackedGateway, startAttackedGateway } from '../attacked-gateway.ts';
import type { AttackedStore } from '../attacked-store.ts';
import type { ThreadSample } from './watched-thread.ts';

export interface WatchedGateway extends AttackedGateway {
  /** Since it was last called. Rejects when the process is gone. */
  sample(): Promise<ThreadSample>;
}

let started = 0;

export async function startWatchedGateway(store: AttackedStore): Promise<WatchedGateway> {
  started += 1;
  const path = join(tmpdir(), `gateway-watch-${process.pid}-${started}.sock`);
  const connected = Promise.withResolvers<Socket>();
  const server = createServer((socket) => connected.resolve(socket)).listen(path);
  const preload = pathToFileURL(join(import.meta.dirname, 'watched-thread.ts')).href;
  const settings = { LOG_LEVEL: 'warn', WATCH_SOCKET: path, NODE_OPTIONS: `--import ${preload}` };
  const gateway = await startAttackedGateway(store, settings);
  const socket = await connected.promise;
  server.close();
  rmSync(path, { force: true });
  return {
    ...gateway,
    sample: () =>
      new Promise((resolve, reject) => {
        const isGone = () => reject(new Error('The gateway is gone.'));
        let text = '';
        const read = (chunk: Buffer) => {
          text += chunk.toString();
          if (!text.endsWith('\n')) return;
          socket.off('data', read).off('close', isGone);
          resolve(JSON.parse(text));
        };
        if (socket.destroyed) return isGone();
        socket.on('data', read).once('close', isGone);
        socket.write('?');
      }),
  };
}
