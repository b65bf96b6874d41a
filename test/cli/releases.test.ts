import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, it } from 'vitest';
import { demoFolder, run } from '../support/gateway-process.ts';

const call = (folder: string, ...args: string[]) => run('src/cli/releases.ts', args, { DATA_DIR: folder });

interface Row {
  readonly current_release_id: number;
  readonly next_release_id: number | null;
}

function withDatabase<Result>(folder: string, use: (database: Database.Database) => Result): Result {
  const database = new Database(join(folder, 'gateway.db'));
  try {
    return use(database);
  } finally {
    database.close();
  }
}

/** A second release of the catalog that the first is of, without its products; returns its id. */
function addRelease(folder: string, state: 'building' | 'published'): string {
  const insert = `insert into release (catalog_id, state, created_at, published_at, product_count, live_product_count, format)
    select catalog_id, ?, created_at, published_at, product_count, live_product_count, format from release where id = 1`;
  return withDatabase(folder, (database) => String(database.prepare(insert).run(state).lastInsertRowid));
}

const readCatalog = (folder: string) =>
  withDatabase(folder, (database) =>
    database
      .prepare<[], Row>(
        'select current_release_id, next_release_id from catalog where id = (select catalog_id from release where id = 1)',
      )
      .get(),
  );

it('a kept release is announced and made current, and the one before it is kept', { timeout: 120_000 }, async () => {
  const folder = await demoFolder();
  const before = String(readCatalog(folder)?.current_release_id);
  const id = addRelease(folder, 'published');
  const { code, stdout, stderr } = await call(folder, 'make-current', id);
  expect([code, stdout]).toEqual([0, expect.stringMatching(new RegExp(`^${id}  current  `))]);
  expect(stderr).toMatch(/^Gateways make ready for it: it is current in \d+\.\d s\.\n$/);
  expect(readCatalog(folder)).toEqual({ current_release_id: Number(id), next_release_id: null });
  const states = (await call(folder)).stdout.split('\n').map((line) => line.split(/ {2,}/).slice(0, 2));
  expect(states).toEqual(
    expect.arrayContaining([
      [id, 'current'],
      [before, 'kept'],
    ]),
  );
});

it('one that is being built is none, and nothing is announced of it', { timeout: 120_000 }, async () => {
  const folder = await demoFolder();
  const before = readCatalog(folder);
  const id = addRelease(folder, 'building');
  const { code, stdout, stderr } = await call(folder, 'make-current', id);
  expect([code, stdout, stderr]).toEqual([1, '', `No release with the id '${id}' was found.\n`]);
  expect(readCatalog(folder)).toEqual(before);
});

it('the current one is not retired, and what was retired is not current again', { timeout: 120_000 }, async () => {
  const folder = await demoFolder();
  const id = addRelease(folder, 'published');
  const current = String(readCatalog(folder)?.current_release_id);
  expect(await call(folder, 'retire', current)).toMatchObject({
    code: 1,
    stderr: `The release ${current} is current: make another one current first.\n`,
  });
  expect((await call(folder, 'retire', id)).code).toBe(0);
  expect((await call(folder, 'make-current', id)).code).toBe(1);
});

it.each([
  [['make-current'], 'Call it in one of these ways.'],
  [['list', '1'], 'Call it in one of these ways.'],
  [['what', '1'], 'Call it in one of these ways.'],
  [['retire', '1', '--at-once'], '`--at-once` goes with make-current alone.'],
])('%j is refused', async (args, message) => {
  const { code, stdout, stderr } = await call(await demoFolder(), ...args);
  expect([code, stdout]).toEqual([1, '']);
  expect(stderr).toContain(message);
});
