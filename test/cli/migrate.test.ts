import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { expect, it } from 'vitest';
import { demoFolder, run, temporaryFolder } from '../support/gateway-process.ts';

it('npm run migrate says what it applied, and the second time that there is nothing to do', async () => {
  const DATA_DIR = await temporaryFolder();
  const outputs = [];
  for (let i = 0; i < 2; i++) outputs.push(await run('src/cli/migrate.ts', [], { DATA_DIR }));
  expect(outputs).toEqual([
    { code: 0, stdout: expect.stringMatching(/^SQLite \S+ in .*gateway\.db: applied 0001-initial/), stderr: '' },
    { code: 0, stdout: expect.stringMatching(/^SQLite \S+ in .*gateway\.db: nothing to do\n$/), stderr: '' },
  ]);
});

it('npm run migrate says what it did, and which release can not be indexed, and why', async () => {
  const DATA_DIR = await demoFolder();
  const database = new Sqlite(join(DATA_DIR, 'gateway.db'));
  const [last = 0, first = 0] = database
    .prepare<[], { id: number }>('select current_release_id as id from catalog order by id desc')
    .all()
    .map(({ id }) => id);
  database.prepare('update release set format = 1 where id in (?, ?)').run(last, first);
  database.prepare('delete from release_product where release_id = ? and is_live = 1').run(first);
  database.close();
  const { code, stdout, stderr } = await run('src/cli/migrate.ts', [], { DATA_DIR });
  expect({ code, stdout }).toEqual({ code: 1, stdout: expect.stringMatching(`: indexed the releases ${last}\\n$`) });
  expect(stderr).toMatch(
    new RegExp(
      `^The release ${first} can't be indexed: of its listed products 0 of \\d+ are there\\. .*retire this one\\.\\n$`,
    ),
  );
});
