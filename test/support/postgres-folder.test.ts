import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, it, onTestFinished } from 'vitest';
import { createPostgresFolder, removeLeftOverServers, removePostgresFolder } from './postgres-folder.ts';
import { type OwnPostgresServer, startOwnPostgresServer } from './postgres-server.ts';
import { findProcess, waitForEnd } from './running-process.ts';
import { findServerUser } from './server-user.ts';

const user = findServerUser();
const endedRun = `${2 ** 22 + 1}\n1\n${hostname()}\n`;

it('a server goes when its run is killed', async () => {
  const { run, server } = await startRun();
  expect(findProcess(server.pid)).not.toBeNull();
  run.kill('SIGKILL');
  expect(await waitForEnd(server.pid, 5_000)).toBe(true);
  expect(await waitForEnd(server.watchdogPid, 5_000)).toBe(true);
  expect(existsSync(server.folder)).toBe(false);
});

it('a server that was left behind is removed by the next run, one in use is not', async () => {
  const server = await startOwnPostgresServer();
  onTestFinished(() => server.stop());
  expect(await removeLeftOverServers(user)).not.toContain(server.folder);
  expect(findProcess(server.pid)).not.toBeNull();
  await writeFile(join(server.folder, 'run'), endedRun);
  expect(await removeLeftOverServers(user)).toContain(server.folder);
  expect(findProcess(server.pid)).toBeNull();
  expect(existsSync(server.folder)).toBe(false);
});

it('a process that was given the id of a dead server is left alone', async () => {
  const stranger = spawn('sleep', ['60']);
  const folder = await createPostgresFolder(user);
  onTestFinished(async () => {
    stranger.kill();
    await removePostgresFolder(folder.path);
  });
  await writeFile(join(folder.data, 'postmaster.pid'), `${stranger.pid}\n${folder.data}\n`);
  await writeFile(join(folder.path, 'run'), endedRun);
  expect(await removeLeftOverServers(user)).toContain(folder.path);
  expect(findProcess(stranger.pid ?? 0)?.command).toBe('sleep 60 ');
});

/** A process that starts a server and never stops it. */
async function startRun() {
  const module = pathToFileURL(join(import.meta.dirname, 'postgres-server.ts'));
  const script = `
    const { startOwnPostgresServer } = await import('${module}');
    process.stdout.write(JSON.stringify(await startOwnPostgresServer()));
    setInterval(() => undefined, 1_000);`;
  const run = spawn(process.execPath, ['--input-type=module', '--eval', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void run.kill('SIGKILL'));
  const [text] = await once(run.stdout, 'data');
  const server: Pick<OwnPostgresServer, 'pid' | 'watchdogPid' | 'folder'> = JSON.parse(String(text));
  return { run, server };
}
