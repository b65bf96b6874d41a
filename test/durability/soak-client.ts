/** HTTP as clients of all manners speak it: over kept and new connections, slowly, or not to the end. */
import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

export interface Asked {
  readonly method?: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Over a connection of its own, which is closed after it. */
  readonly isAlone?: boolean;
  /** Leaves without waiting any longer than this for the answer. */
  readonly leaveAfterMs?: number;
}

export interface Answer {
  /** Null: left before it came. */
  readonly status: number | null;
  readonly text: string;
}

export interface SoakClient {
  send(asked: Asked): Promise<Answer>;
  /** Sends the pieces with a pause after each, reads nothing for a while, and then everything until the server closes. */
  sendSlowly(options: SlowOptions): Promise<string>;
  /** Closes all connections that it keeps. */
  close(): void;
}

export interface SlowOptions {
  readonly pieces: readonly string[];
  readonly pauseMs: number;
  readonly waitBeforeReadingMs?: number;
}

export function createSoakClient(url: string): SoakClient {
  const { hostname, port } = new URL(url);
  const agent = new Agent({ keepAlive: true, maxSockets: 64 });
  return {
    send: ({ method = 'GET', path, headers, body, isAlone = false, leaveAfterMs }) =>
      new Promise((resolve, reject) => {
        const left = { status: null, text: '' };
        const asked = request({ hostname, port, method, path, agent: isAlone ? false : agent, headers }, (response) => {
          const chunks: Buffer[] = [];
          response.on('data', (chunk) => chunks.push(chunk));
          response.on('error', () => resolve(left));
          response.on('end', () =>
            resolve({ status: response.statusCode ?? 0, text: Buffer.concat(chunks).toString() }),
          );
        });
        const timer =
          leaveAfterMs === undefined ? null : setTimeout(() => asked.destroy(new Left('gone')), leaveAfterMs);
        asked.on('error', (error) => (error instanceof Left ? resolve(left) : reject(error)));
        asked.on('close', () => timer && clearTimeout(timer));
        asked.end(body);
      }),
    async sendSlowly({ pieces, pauseMs, waitBeforeReadingMs = 0 }) {
      const socket = connect(Number(port), hostname).pause();
      const chunks: Buffer[] = [];
      socket.on('data', (chunk) => chunks.push(chunk)).pause();
      const write = async () => {
        for (const piece of pieces) {
          socket.write(piece);
          await sleep(pauseMs);
        }
        await sleep(waitBeforeReadingMs);
        socket.resume();
      };
      await Promise.all([once(socket, 'close'), write()]);
      return Buffer.concat(chunks).toString('latin1');
    },
    close: () => agent.destroy(),
  };
}

class Left extends Error {}
