/**
 * Databases that hold something from the start. Each kind is made once a run, by the first that needs it, and then copied:
 * the demo store takes a second or more of a core to load, and a copy a few hundredths.
 */
import { existsSync } from 'node:fs';
import { cp, mkdtemp, rename } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type pg from 'pg';
import { inject } from 'vitest';
import { loadDemo } from '../../src/demo/load-demo.ts';
import type { Engine } from '../../src/storage/engines/engine.ts';
import { openPostgres } from '../../src/storage/engines/postgres-engine.ts';
import { openSqlite } from '../../src/storage/engines/sqlite-engine.ts';
import { migrate } from '../../src/storage/migrate.ts';
import { createStores } from '../../src/storage/open-stores.ts';
import { createTestDatabase, type TestDatabase } from './test-databases.ts';
import { withClient } from './with-client.ts';

/** The tables, or the demo store in them. */
export type Contents = 'tables' | 'demo';

export async function copyPostgres(contents: Contents): Promise<TestDatabase> {
  const serverUrl = inject('postgresUrl');
  const template = `${inject('run').name}_${contents}`;
  await onceARun(template, async (client) => {
    const { rowCount } = await client.query('select from pg_database where datname = $1', [template]);
    if (rowCount !== 0) return;
    const { directUrl } = await createTestDatabase(serverUrl);
    await fill(await openPostgres({ url: directUrl, maxConnections: 2 }), contents);
    await client.query(`alter database ${new URL(directUrl).pathname.slice(1)} rename to ${template}`);
  });
  return createTestDatabase(serverUrl, template);
}

/** Into a folder that is there; without one into a new one. Answers the folder. */
export async function copySqlite(contents: Contents, into?: string): Promise<string> {
  const { name, folder } = inject('run');
  const template = join(folder, contents);
  await onceARun(`${name}_${contents}_file`, async () => {
    if (existsSync(template)) return;
    const directory = await mkdtemp(join(folder, 'making-'));
    await fill(openSqlite({ directory }), contents);
    await rename(directory, template);
  });
  const directory = into ?? (await mkdtemp(join(tmpdir(), 'gateway-test-')));
  await cp(template, directory, { recursive: true });
  return directory;
}

async function fill(engine: Engine, contents: Contents): Promise<void> {
  await migrate(engine);
  if (contents === 'demo') await loadDemo(createStores(engine), new Date());
  await engine.close();
}

const known = new Map<string, Promise<void>>();

/** One after the other, over all processes of the run; what makes the thing looks whether another one has. */
function onceARun(name: string, make: (client: pg.Client) => Promise<void>): Promise<void> {
  const made = known.get(name) ?? underLock(name, make);
  known.set(name, made);
  return made;
}

function underLock(name: string, run: (client: pg.Client) => Promise<void>): Promise<void> {
  return withClient(inject('postgresUrl'), async (client) => {
    await client.query('select pg_advisory_lock(hashtext($1))', [name]);
    await run(client);
  });
}
