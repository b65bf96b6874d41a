/**
 * The folder of one test server: its data, its log, perhaps its binaries, and a record of the run that it belongs to.
 * A run that was killed cannot clean up, so whoever finds its folder later does, under two conditions: the run is
 * provably over, and a process is stopped only if it is provably the server of that folder.
 */
import { existsSync, lstatSync, realpathSync } from 'node:fs';
import { chmod, chown, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { findProcess, signal, waitForEnd } from './running-process.ts';
import { canEnter, type ServerUser } from './server-user.ts';

const prefix = 'commerce-gateway-postgres-';
const stopTimeoutMs = 5_000;

export interface PostgresFolder {
  path: string;
  data: string;
  log: string;
}

export async function createPostgresFolder(user: ServerUser | null): Promise<PostgresFolder> {
  const path = await mkdtemp(join(findRoot(user), prefix));
  await writeFile(join(path, 'run'), formatRun(process.pid));
  const folder = { path, data: join(path, 'data'), log: join(path, 'server.log') };
  await mkdir(folder.data, { mode: 0o700 });
  if (user !== null) await admit(user, folder);
  return folder;
}

/** Stops the servers whose test run has ended without stopping them, and removes their folders. Answers the folders. */
export async function removeLeftOverServers(user: ServerUser | null): Promise<string[]> {
  const root = findRoot(user);
  const removed: string[] = [];
  for (const name of await readdir(root)) {
    const path = join(root, name);
    if (!name.startsWith(prefix) || !(await isLeftOver(path))) continue;
    await removePostgresFolder(path);
    removed.push(path);
  }
  return removed;
}

/** Stops the folder's server, should one run, and removes the folder. */
export async function removePostgresFolder(path: string): Promise<void> {
  await stopServerOf(path, 'SIGQUIT');
  await rm(path, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
}

/** SIGINT: in good order, as for data that stay. SIGQUIT: at once. */
export async function stopServerOf(path: string, how: 'SIGINT' | 'SIGQUIT'): Promise<void> {
  const pid = await findServerPid(join(path, 'data'));
  if (pid === null) return;
  signal(pid, how);
  if (!(await waitForEnd(pid, stopTimeoutMs))) signal(pid, 'SIGKILL');
}

async function admit(user: ServerUser, folder: PostgresFolder): Promise<void> {
  await chmod(folder.path, 0o711);
  try {
    await chown(folder.data, user.uid, user.gid);
  } catch (cause) {
    await removePostgresFolder(folder.path);
    const message =
      `PostgreSQL refuses to run as root, and this root may not hand a folder to user ${user.uid}. ` +
      'Run the tests as another user, or name a running server in TEST_DATABASE_URL.';
    throw new Error(message, { cause });
  }
}

/** The folder for temporary files, or another that the server's user can reach. */
function findRoot(user: ServerUser | null): string {
  const roots = [tmpdir(), '/tmp', '/var/tmp'].filter((path) => existsSync(path)).map((path) => realpathSync(path));
  const root = roots.find((path) => user === null || canEnter(path, user));
  if (root === undefined) throw new Error(`The test server's user ${user?.uid} can enter none of ${roots.join(', ')}.`);
  return root;
}

/** Whether the folder is ours and of a run that is over. A run on another host is not ours to judge. */
async function isLeftOver(path: string): Promise<boolean> {
  if (lstatSync(path, { throwIfNoEntry: false })?.uid !== process.getuid?.()) return false;
  const run = await readIfPresent(join(path, 'run'));
  const [pid, , host] = run?.split('\n') ?? [];
  return host === hostname() && run !== formatRun(Number(pid));
}

/** Three lines: the run's process, when it started, where. */
function formatRun(pid: number): string {
  return `${pid}\n${findProcess(pid)?.startedAt ?? 'ended'}\n${hostname()}\n`;
}

async function findServerPid(data: string): Promise<number | null> {
  const pid = Number.parseInt((await readIfPresent(join(data, 'postmaster.pid'))) ?? '', 10);
  return pid > 0 && findProcess(pid)?.command.includes(` -D ${data} `) ? pid : null;
}

/** NOTE: a look before reading would not do: another run may be removing the same folder. */
async function readIfPresent(path: string): Promise<string | null> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}
