/** A start that can't succeed ends with 1 and a sentence that says what to do: no stack, no password, nothing changed. */
import { cp, mkdir, mkdtemp, open, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it, onTestFinished } from 'vitest';
import { migrateDatabase } from '../../src/storage/open-stores.ts';
import { copySqlite } from '../support/copied-databases.ts';
import { listenOnLoopback } from '../support/on-loopback.ts';
import { type Ended, runProgram } from '../support/program.ts';
import { findServerUser } from '../support/server-user.ts';
import { createTestDatabase } from '../support/test-databases.ts';
import { withClient } from '../support/with-client.ts';

let directory: string;
/** A data folder as a first start leaves it. */
let whole: string;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'gateway-refused-'));
  whole = join(directory, 'whole');
  await copySqlite('demo', whole);
});
afterAll(() => rm(directory, { recursive: true }));

function expectSentence({ code, output }: Ended, sentence: RegExp): void {
  expect(output).toMatch(sentence);
  expect(output.trimEnd().split('\n')).toHaveLength(1);
  expect(output).not.toContain('canary');
  expect(code).toBe(1);
}

describe('Node.js', () => {
  it.each(['18.20.8', '20.20.2', '22.18.0'])('%s is refused', async (version) => {
    const pretend = `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '${version}' } });`;
    const preload = `--import data:text/javascript,${encodeURIComponent(pretend)}`;
    expectSentence(
      await runProgram({ DATA_DIR: join(directory, 'unused'), NODE_OPTIONS: preload }),
      new RegExp(`^The gateway needs Node\\.js 22\\.19 or later, and this is ${version}\\.\n`),
    );
  });
});

describe('DATA_DIR', () => {
  it.each([
    ['is a file', 'file'],
    ['lies below a file', 'file/data'],
  ])('that %s is refused', async (_, path) => {
    await writeFile(join(directory, 'file'), 'mine');
    expectSentence(
      await runProgram({ DATA_DIR: join(directory, path) }),
      /^DATA_DIR must be a folder, or a place for one/,
    );
    expect(await readFile(join(directory, 'file'), 'utf8')).toBe('mine');
  });

  // As in a working directory that was removed: the folder above is there, and the kernel makes none in it.
  it.skipIf(process.platform !== 'linux')('that can not be created is refused', async () => {
    expectSentence(await runProgram({ DATA_DIR: '/proc/self/none/data' }), /^DATA_DIR can not be created\./);
  });

  it('that holds a folder in the place of the database is refused', async () => {
    await mkdir(join(directory, 'odd', 'gateway.db'), { recursive: true });
    expectSentence(
      await runProgram({ DATA_DIR: join(directory, 'odd') }),
      /^The database in DATA_DIR can not be opened or written \(SQLITE_CANTOPEN/,
    );
  });

  // Root may write everywhere, so root can't ask.
  const isRoot = findServerUser() !== null;
  it.skipIf(isRoot)(
    `that may not be written is refused${isRoot ? ' (skipped: root may write everywhere)' : ''}`,
    async () => {
      const readOnly = join(directory, 'read-only');
      await mkdir(readOnly, { mode: 0o555 });
      expectSentence(
        await runProgram({ DATA_DIR: readOnly }),
        /^The database in DATA_DIR can not be opened or written/,
      );
    },
  );
});

describe('a damaged database is refused and left as it is', () => {
  const damages: Record<string, (file: string) => Promise<void>> = {
    'its header': (file) => overwrite(file, 0, 100),
    'its schema': (file) => overwrite(file, 100, 4000),
    'its first half': (file) => overwrite(file, 4096, 1_000_000),
    'its end is missing': (file) => truncate(file, 100_000),
    'it is something else': (file) => writeFile(file, 'what somebody may still need '.repeat(500)),
  };

  it.each(Object.keys(damages))('%s', async (name) => {
    const DATA_DIR = join(directory, `damaged ${name}`);
    await cp(whole, DATA_DIR, { recursive: true });
    const file = join(DATA_DIR, 'gateway.db');
    await damages[name]?.(file);
    const before = await readFile(file);
    expectSentence(
      await runProgram({ DATA_DIR }),
      /^The database file in DATA_DIR is damaged, or is none of ours\. Nothing was changed\. Restore it from a backup/,
    );
    expect((await readFile(file)).equals(before)).toBe(true);
    expect((await readdir(DATA_DIR)).filter((entry) => entry.endsWith('.db'))).toEqual(['gateway.db']);
  });

  async function overwrite(file: string, position: number, length: number): Promise<void> {
    const handle = await open(file, 'r+');
    await handle.write(Buffer.alloc(length, 'damage!'), 0, length, position);
    await handle.close();
  }
});

it('a database of a later version is refused', async () => {
  const DATA_DIR = join(directory, 'later');
  await cp(whole, DATA_DIR, { recursive: true });
  const database = new Sqlite(join(DATA_DIR, 'gateway.db'));
  database.prepare('insert into kysely_migration values (?, ?)').run('9999-later', '2100-01-01T00:00:00.000Z');
  database.close();
  expectSentence(
    await runProgram({ DATA_DIR }),
    /^The database was written by another version of the gateway, or by another program\./,
  );
});

describe('a database in DATA_DIR that is made in part is refused', () => {
  it.each([
    [
      'has tables of others',
      'delete from kysely_migration',
      /^The database in DATA_DIR has tables with names of ours, but was not made by/,
    ],
    [
      'lacks a table',
      'pragma foreign_keys = off; drop table catalog',
      /^The database in DATA_DIR lacks tables or columns that its record/,
    ],
  ])('that %s', async (what, statements, sentence) => {
    const DATA_DIR = join(directory, what);
    await cp(whole, DATA_DIR, { recursive: true });
    const database = new Sqlite(join(DATA_DIR, 'gateway.db'));
    database.exec(statements);
    database.close();
    expectSentence(await runProgram({ DATA_DIR }), sentence);
  });
});

describe('DATABASE_URL', () => {
  const noAnswer =
    /^The database server of DATABASE_URL does not answer \(.+\)\. Is it running, and is the address right\?$/m;

  it.each<[string, (socket: Socket) => void]>([
    ['never answers', () => {}],
    ['hangs up', (socket) => socket.destroy()],
    ['speaks another protocol', (socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n')],
  ])('of a server that %s is refused', async (_, behave) => {
    const sockets = new Set<Socket>();
    const server = createServer((socket) => {
      sockets.add(socket.on('error', () => {}));
      behave(socket);
    });
    const port = await listenOnLoopback(server);
    onTestFinished(() => {
      for (const socket of sockets) socket.destroy();
      server.close();
    });
    expectSentence(await runProgram({ DATABASE_URL: `postgres://u:canary@127.0.0.1:${port}/d` }), noAnswer);
  });

  it.each([
    ['a port where nobody listens', 'postgres://u:canary@127.0.0.1:1/d'],
    ['a host that is none', 'postgres://u:canary@nonsense.invalid/d'],
  ])('of %s is refused', async (_, DATABASE_URL) => {
    expectSentence(await runProgram({ DATABASE_URL }), noAnswer);
  });

  it('of a database that does not exist is refused', async () => {
    const url = new URL(inject('postgresUrl'));
    url.pathname = '/nothing_of_that_name';
    expectSentence(
      await runProgram({ DATABASE_URL: url.href }),
      /^The database that DATABASE_URL names does not exist\. Create it first\./,
    );
  });

  it('of a user who may create nothing is refused', async () => {
    const { url, drop } = await createTestDatabase(inject('postgresUrl'));
    const admin = new pg.Client({ connectionString: url });
    await admin.connect();
    const role = `reader_${Date.now()}`;
    await admin.query(`create role ${role} login password 'canary'; revoke create on schema public from public`);
    onTestFinished(async () => {
      await admin.query(`drop role ${role}`);
      await admin.end();
      await drop();
    });
    const asReader = new URL(url);
    asReader.username = role;
    asReader.password = 'canary';
    expectSentence(
      await runProgram({ DATABASE_URL: asReader.href }),
      /^The user of DATABASE_URL may not create tables there\. Make it the owner/,
    );
  });

  it.each([
    [
      'is read only',
      ["alter database NAME set default_transaction_read_only = 'on'"],
      /^The database server of DATABASE_URL takes no writes: it is a standby, or set to be read only\. Name the primary\./,
    ],
    [
      'has tables of others',
      ['create table catalog (name text)'],
      /^The database of DATABASE_URL has tables with names of ours, but was not made by the gateway/,
    ],
    [
      'has been made, and lacks a table',
      [null, 'drop table catalog cascade'],
      /^The database of DATABASE_URL lacks tables or columns that its record of migrations names\./,
    ],
    [
      'a later version has changed',
      [null, "insert into kysely_migration values ('9999-later', '2100-01-01T00:00:00.000Z')"],
      /^The database was written by another version of the gateway, or by another program\./,
    ],
  ])('of a database that %s is refused', async (_, statements, sentence) => {
    const { url, drop } = await createTestDatabase(inject('postgresUrl'));
    onTestFinished(drop);
    for (const statement of statements) {
      if (statement === null) await migrateDatabase({ databaseUrl: url, dataDirectory: '', maxConnections: 2 });
      else await withClient(url, (client) => client.query(statement.replace('NAME', new URL(url).pathname.slice(1))));
    }
    expectSentence(await runProgram({ DATABASE_URL: url }), sentence);
  });
});
