import { spawn } from 'node:child_process';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it, onTestFinished, vi } from 'vitest';
import { boundConnections } from '../../src/cli/connection-bound.ts';
import { readConfig } from '../../src/config.ts';
import { createLogger } from '../../src/server/logger.ts';
import { temporaryFolder } from '../support/gateway-process.ts';
import { findFreePort } from '../support/postgres-process.ts';

it.each([
  ['as set, where there are files enough', {}, 20_000, 3000],
  ['as set, where nothing says how many files there are', {}, Number.POSITIVE_INFINITY, 3000],
  ['what the files leave', {}, 1024, 950],
  ['without those of the databases', { DATABASE_URL: 'postgres://a/b', MAX_CONNECTIONS: '100' }, 1024, 860],
  ['and of replicas', { DATABASE_URL: 'postgres://a/b', DATABASE_REPLICA_URLS: 'postgres://c/b' }, 1024, 940],
  ['half of them at least', {}, 100, 50],
])('connections are bound: %s', (_, environment, openFiles, bound) => {
  const log = createLogger('silent');
  const warn = vi.spyOn(log, 'warn');
  expect(boundConnections(readConfig(environment), log, openFiles)).toBe(bound);
  expect(warn).toHaveBeenCalledTimes(bound < 3000 ? 1 : 0);
});

it.runIf(process.platform === 'linux')(
  'who connects and does nothing keeps nobody out where files are few',
  async () => {
    const port = await findFreePort();
    const env = { PATH: process.env.PATH, PORT: String(port), DATA_DIR: await temporaryFolder(), DEMO: 'off' };
    const child = spawn('sh', ['-c', `ulimit -n 200; exec "${process.execPath}" src/main.ts`], { env, stdio: 'pipe' });
    onTestFinished(() => void child.kill('SIGKILL'));
    const isLive = () =>
      fetch(`http://127.0.0.1:${port}/health/live`, { headers: { connection: 'close' } }).then(() => true);
    await vi.waitUntil(() => isLive().catch(() => false), 30_000);
    const idle = Array.from({ length: 300 }, () => connect(port, '127.0.0.1').on('error', () => {}));
    onTestFinished(() => idle.forEach((socket) => void socket.destroy()));
    await sleep(1000);
    for (let i = 0; i < 10; i += 1) expect(await isLive()).toBe(true);
  },
  60_000,
);
