import { once } from 'node:events';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';

export interface Probes {
  longestMs: number;
  count: number;
  /** Refused, reset, or not answered. */
  failed: number;
}

export interface Prober {
  /** Waits for the probes that are under way. */
  stop(): Promise<Probes>;
}

/** Probes the health of whatever listens on the port until it is stopped. */
export async function startProber(port: number): Promise<Prober> {
  const thread = new Worker(join(import.meta.dirname, 'prober-thread.ts'), { workerData: { port } });
  await once(thread, 'online');
  return {
    async stop() {
      thread.postMessage('stop');
      const [probes] = (await once(thread, 'message')) as [Probes];
      await thread.terminate();
      return probes;
    },
  };
}
