/**
 * Asks `/health/live` every ten milliseconds, on a connection that is kept and on a fresh one each time, and reports the longest
 * answer. A thread of its own, so that nothing that the attacking thread does is taken for the gateway's delay.
 */
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import type { Probes } from './prober.ts';

const { port } = workerData as { readonly port: number };
const periodMs = 10;
/** Longer than anything that is measured: who does not answer until then is taken for dead. */
const patienceMs = 120_000;
const request = 'GET /health/live HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n';

let isOver = false;
const probes: Probes = { longestMs: 0, count: 0, failed: 0 };
const loops = [probeAgain(keepConnection()), probeAgain(freshConnection)];

parentPort?.once('message', async () => {
  isOver = true;
  await Promise.all(loops);
  parentPort?.postMessage(probes);
});

type Connect = () => Promise<Socket>;

async function probeAgain(open: Connect): Promise<void> {
  let socket: Socket | null = null;
  while (!isOver) {
    const start = performance.now();
    try {
      socket = await open();
      await answerOn(socket);
      probes.count += 1;
    } catch {
      // The gateway is gone, or refuses: counted, and judged by whoever reads the count.
      probes.failed += 1;
    }
    const elapsed = performance.now() - start;
    probes.longestMs = Math.max(probes.longestMs, elapsed);
    if (open === freshConnection) socket?.destroy();
    await sleep(Math.max(1, periodMs - elapsed));
  }
  socket?.destroy();
}

function keepConnection(): Connect {
  let kept: Promise<Socket> | null = null;
  return async () => {
    if (kept === null || (await kept.catch(() => null))?.destroyed !== false) kept = freshConnection();
    return kept;
  };
}

function freshConnection(): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true });
    socket.once('connect', () => resolve(socket));
    socket.once('error', reject);
  });
}

function answerOn(socket: Socket): Promise<void> {
  return new Promise((resolve, reject) => {
    let text = '';
    const settle = (error?: Error) => {
      clearTimeout(timer);
      socket.removeAllListeners();
      // An error that comes later is the next probe's to meet.
      socket.on('error', () => socket.destroy());
      if (error) socket.destroy();
      if (error) reject(error);
      else resolve();
    };
    const timer = setTimeout(() => settle(new Error('No answer.')), patienceMs);
    socket.on('data', (chunk) => {
      text += chunk.toString('latin1');
      if (text.includes('{"status":"live"}')) settle();
    });
    socket.on('error', settle);
    socket.on('close', () => settle(new Error('Closed.')));
    socket.write(request);
  });
}
