/** `npm run demo:upstream` as a newcomer runs it: two gateways, one in front of the other. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { copySqlite } from '../support/copied-databases.ts';
import { findFreePort } from '../support/postgres-process.ts';
import { argumentsOfScript } from '../support/program.ts';

const root = join(import.meta.dirname, '..', '..');

it("shows the platform's store, and both end with it", async () => {
  const directory = await mkdtemp(join(tmpdir(), 'gateway-upstream-'));
  await copySqlite('demo', join(directory, 'platform'));
  const [PORT, PLATFORM_PORT] = [String(await findFreePort()), String(await findFreePort())];
  const env = { PATH: process.env.PATH, PORT, PLATFORM_PORT, DATA_DIR: directory, LOG_LEVEL: 'warn' };
  const demo = spawn('node', argumentsOfScript('demo:upstream'), { cwd: root, env, stdio: 'ignore' });
  const ended = once(demo, 'exit');
  const ask = async (port: string) => {
    const query =
      '{ capabilities { catalog } products(first: 2) { totalCount nodes { id name mainImage { url } prices { money { formatted } } } } }';
    const response = await fetch(`http://127.0.0.1:${port}/graphql?query=${encodeURIComponent(query)}`).catch(
      () => null,
    );
    return (
      response && ((await response.json()) as { data: { capabilities: { catalog: string }; products: object } }).data
    );
  };
  let shown = await ask(PORT);
  while (!shown && demo.exitCode === null) {
    await sleep(200);
    shown = await ask(PORT);
  }
  const behind = await ask(PLATFORM_PORT);
  expect(shown?.capabilities.catalog).toBe('PLATFORM_LIVE');
  expect(behind?.capabilities.catalog).toBe('LOCAL');
  expect(shown?.products).toEqual(behind?.products);
  demo.kill('SIGTERM');
  await ended;
  expect(await ask(PORT)).toBeNull();
  expect(await ask(PLATFORM_PORT)).toBeNull();
  await rm(directory, { recursive: true });
}, 180_000);
