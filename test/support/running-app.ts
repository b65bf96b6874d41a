import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type App, createApp } from '../../src/app.ts';
import { readConfig } from '../../src/config.ts';
import { loadDemo } from '../../src/demo/load-demo.ts';
import { listen } from '../../src/server/listen.ts';
import { createLogger } from '../../src/server/logger.ts';

export interface RunningApp extends App {
  readonly port: number;
  readonly url: string;
  /** How many requests were answered by an answer that was kept, before anything else was made of them. */
  readonly countKept: () => number;
  close(): Promise<void>;
}

/** The whole application with the demo store on a socket of its own, in this process. */
export async function startApp(environment: Readonly<Record<string, string>> = {}): Promise<RunningApp> {
  const directory = await mkdtemp(join(tmpdir(), 'gateway-app-'));
  const config = readConfig({ PORT: '0', LOG_LEVEL: 'silent', DATA_DIR: directory, ...environment });
  const app = await createApp(config, createLogger(config.logLevel));
  await loadDemo(app.stores.stores, new Date());
  let kept = 0;
  const { port, drain } = await listen({
    ...config,
    fetch: app.http.fetch,
    async answerFromCache(incoming, response) {
      const isAnswered = await app.answerFromCache(incoming, response);
      kept += Number(isAnswered);
      return isAnswered;
    },
  });
  return {
    ...app,
    port,
    countKept: () => kept,
    url: `http://127.0.0.1:${port}`,
    async close() {
      await drain(0);
      await app.stores.close();
      await rm(directory, { recursive: true });
    },
  };
}
