import { rm } from 'node:fs/promises';
import { type App, createApp } from '../../src/app.ts';
import { readConfig } from '../../src/config.ts';
import { listen } from '../../src/server/listen.ts';
import { createLogger } from '../../src/server/logger.ts';
import { copySqlite } from './copied-databases.ts';

export interface RunningApp extends App {
  readonly port: number;
  readonly url: string;
  /** How many responses came from the cache. */
  readonly countCached: () => number;
  close(): Promise<void>;
}

/**
 * The whole application on a socket of its own, in this process, with the demo store: copied into DATA_DIR, unless the database that
 * DATABASE_URL names has it.
 */
export async function startApp(environment: Readonly<Record<string, string>> = {}): Promise<RunningApp> {
  const { DATABASE_URL, DATA_DIR } = environment;
  const directory = DATABASE_URL ? null : await copySqlite('demo', DATA_DIR);
  const config = readConfig({
    PORT: '0',
    LOG_LEVEL: 'silent',
    // The tests' machine may be busy, or fast, which is no reason to refuse anything.
    QUEUE_TIMEOUT_MS: '0',
    RATE_LIMIT_PER_ADDRESS: '1000000',
    RATE_LIMIT_PER_CLIENT: '1000000',
    ...(directory && { DATA_DIR: directory }),
    ...environment,
  });
  const app = await createApp(config, createLogger(config.logLevel));
  const { responseCache } = app;
  const find = responseCache.find;
  let found = 0;
  responseCache.find = (...looked) => {
    const cached = find(...looked);
    found += Number(cached !== null);
    return cached;
  };
  const { port, drain } = await listen({ ...config, app: app.http });
  return {
    ...app,
    port,
    countCached: () => found,
    url: `http://127.0.0.1:${port}`,
    async close() {
      await drain(0);
      app.watchers.metrics?.close();
      await app.watchers.tracing?.close();
      await app.upstream?.close();
      await app.stores.close();
      if (directory && !DATA_DIR) await rm(directory, { recursive: true });
    },
  };
}
