import { open, readdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { expect, it } from 'vitest';
import { demoIds } from '../../src/demo/demo-ids.ts';
import { demoFolder, run, start, startGateway, temporaryFolder } from '../support/gateway-process.ts';

const backUp = (DATA_DIR: string, ...args: string[]) => run('src/cli/backup.ts', args, { DATA_DIR });

const rename = (name: string) =>
  JSON.stringify({
    query: `mutation($input: UpdateApplicationKeyInput!) { updateApplicationKey(input: $input) { applicationKey { name } } }`,
    variables: { input: { id: demoIds.applicationKeys.storefront, name } },
  });

it('npm run backup copies what was written, of a gateway that goes on; another one starts with the copy', async () => {
  const DATA_DIR = await demoFolder();
  const gateway = await startGateway({ DATA_DIR });
  const token = (await run('src/cli/token.ts', [], { DATA_DIR })).stdout.trim();
  const headers = { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` };
  const send = async (url: string, body: string) =>
    (await fetch(`${url}/graphql`, { method: 'POST', headers, body })).json();
  await send(gateway.url, rename('Before'));
  const folder = await temporaryFolder();
  const file = join(folder, 'gateway.db');
  expect(await backUp(DATA_DIR, file)).toEqual({
    ...{ code: 0, stderr: '', stdout: `The database of ${DATA_DIR} is in ${file}\n` },
  });
  expect(await readdir(folder)).toEqual(['gateway.db']);
  expect(((await stat(file)).mode & 0o777).toString(8)).toBe('600');
  await send(gateway.url, rename('After'));

  const restored = await startGateway({ DATA_DIR: folder });
  const query = `{ applicationKey(id: "${demoIds.applicationKeys.storefront}") { name } }`;
  const nameAt = async (url: string) => (await send(url, JSON.stringify({ query }))).data.applicationKey.name;
  expect([await nameAt(gateway.url), await nameAt(restored.url)]).toEqual(['After', 'Before']);
});

it('npm run backup says why it copies nothing', async () => {
  const DATA_DIR = await demoFolder();
  const file = join(await temporaryFolder(), 'mine');
  await writeFile(file, 'mine');
  const none = await temporaryFolder();
  const refused: readonly (readonly [string, readonly string[], string])[] = [
    [DATA_DIR, [], 'Name one file: npm run backup -- <file>'],
    [DATA_DIR, ['one', 'two'], 'Name one file: npm run backup -- <file>'],
    [DATA_DIR, [file], `There is a file already: ${file}`],
    [DATA_DIR, [join(none, 'no', 'file')], `There is no such folder: ${join(none, 'no')}`],
    [none, ['copy'], `There is no database in ${none} (DATA_DIR). Name the folder of a gateway.`],
  ];
  for (const [folder, args, sentence] of refused) {
    expect(await backUp(folder, ...args)).toEqual({ code: 1, stdout: '', stderr: `${sentence}\n` });
  }
  const ofServer = await run('src/cli/backup.ts', ['copy'], { DATABASE_URL: 'postgres://u:canary@127.0.0.1:1/d' });
  expect(ofServer.stderr).toBe('The database of DATABASE_URL is copied by pg_dump: docs/operating.md\n');
  const tooLong = join(none, 'b'.repeat(256));
  const { stderr } = await backUp(DATA_DIR, tooLong);
  expect(stderr).toMatch(`The name is too long for a file (ENAMETOOLONG): ${tooLong}.`);
  expect(await readdir(none)).toEqual([]);
});

it('npm run backup leaves nothing of a copy that fails', async () => {
  const DATA_DIR = await demoFolder();
  const database = await open(join(DATA_DIR, 'gateway.db'), 'r+');
  await database.write(Buffer.alloc(400_000, 0xff), 0, 400_000, 100_000);
  await database.close();
  const folder = await temporaryFolder();
  const { code, stderr } = await backUp(DATA_DIR, join(folder, 'gateway.db'));
  expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringContaining('is damaged') });
  expect(await readdir(folder)).toEqual([]);
});

it('npm run backup leaves nothing of a copy that is interrupted', async () => {
  const DATA_DIR = await temporaryFolder();
  const database = new Sqlite(join(DATA_DIR, 'gateway.db'));
  database.exec(`create table note (text text); insert into note
    with recursive row (n) as (select 1 union all select n + 1 from row where n < 100) select hex(zeroblob(1000000)) from row`);
  database.close();
  const folder = await temporaryFolder();
  const backup = start('src/cli/backup.ts', [join(folder, 'gateway.db')], { DATA_DIR });
  // As soon as a page is in it, SQLite is at work.
  const copied = async () => {
    const [name] = await readdir(folder);
    return name === undefined ? 0 : (await stat(join(folder, name))).size;
  };
  await expect.poll(copied, { interval: 1, timeout: 30_000 }).toBeGreaterThan(0);
  backup.kill('SIGINT');
  expect(await backup.ended).toEqual({ code: 130, stdout: '', stderr: 'Interrupted (SIGINT). Nothing was changed.\n' });
  expect(await readdir(folder)).toEqual([]);
});
