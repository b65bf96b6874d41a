/**
 * `npm run demo:upstream`: two gateways on this machine. The one with the demo store plays a REST platform, on PLATFORM_PORT; the other
 * one stands in front of it, on PORT, and stores nothing of what it shows. Both end together.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const root = join(import.meta.dirname, '..', '..');
const {
  PORT = '4000',
  PLATFORM_PORT = '4001',
  DATA_DIR = join(root, 'data', 'upstream'),
  ...environment
} = process.env;
const platformUrl = `http://127.0.0.1:${PLATFORM_PORT}`;
const startDeadlineMs = 120_000;

/** What is set for another gateway: neither shows what is in its database, nor stands before its platform, and one port is for one of them. */
const notTheirs = /^DATABASE_|^UPSTREAM_(?:URL|CLIENT_)|^(?:DEMO|NODE_ENV|METRICS_PORT)$/;
const theirs = Object.fromEntries(Object.entries(environment).filter(([name]) => !notTheirs.test(name)));

const running = new Map<string, ChildProcess>();

function startGateway(name: string, settings: Readonly<Record<string, string>>): void {
  const directory = join(DATA_DIR, name);
  mkdirSync(directory, { recursive: true });
  const env = { ...theirs, DATA_DIR: directory, HOST: '127.0.0.1', ...settings };
  const child = spawn(process.execPath, [join(root, 'src', 'main.ts')], { stdio: 'inherit', env });
  running.set(name, child);
  child.once('exit', (code) => {
    running.delete(name);
    process.exitCode ||= code ?? 1;
    stop();
  });
}

function stop(): void {
  for (const child of running.values()) child.kill('SIGTERM');
}

async function untilReady(url: string): Promise<void> {
  const deadline = Date.now() + startDeadlineMs;
  while (Date.now() < deadline && running.size > 0) {
    const answer = await fetch(`${url}/health/ready`).catch(() => null);
    if (answer?.ok) return;
    await sleep(100);
  }
  stop();
  throw new Error(`${url} did not become ready.`);
}

process.on('SIGINT', stop);
process.on('SIGTERM', stop);
startGateway('platform', { PORT: PLATFORM_PORT, LOG_LEVEL: 'warn' });
await untilReady(platformUrl);
// The client whose implicit tokens read the catalog for whoever brings none.
startGateway('gateway', { PORT, UPSTREAM_URL: platformUrl, UPSTREAM_CLIENT_ID: 'demo-storefront' });
