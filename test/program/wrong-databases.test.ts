/**
 * Databases that are there, and are not what the gateway needs: at the start a sentence, under a running program 503 with its reason in the log.
 * What was acknowledged before is there afterwards, and nothing else.
 */
import { appendFile, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { askBothFaces, type BothFaces, expectDone, expectUnavailable } from '../support/both-faces.ts';
import { listenOnLoopback } from '../support/on-loopback.ts';
import { type OwnPostgresServer, startOwnPostgresServer } from '../support/postgres-server.ts';
import { type Program, runProgram, startProgram } from '../support/program.ts';
import { signal } from '../support/running-process.ts';
import { withClient } from '../support/with-client.ts';

let server: OwnPostgresServer;
let databases = 0;

beforeAll(async () => {
  server = await startOwnPostgresServer();
  const rules = join(server.folder, 'data', 'pg_hba.conf');
  const others = await readFile(rules, 'utf8');
  await writeFile(rules, `host all keeper 127.0.0.1/32 scram-sha-256\n${others}`);
  await execute('postgres', "create role keeper superuser login password 'canary'", 'select pg_reload_conf()');
  await execute('postgres', 'create database shop');
  const first = await startProgram({ DATABASE_URL: urlOf('shop'), DEMO: 'on' });
  await first.stop();
});
afterAll(() => server.stop());

function urlOf(name: string, user = 'postgres'): string {
  const url = new URL(server.url);
  url.pathname = `/${name}`;
  return url.href.replace('postgres@', `${user}@`);
}

function execute(database: string, ...statements: readonly string[]): Promise<void> {
  return withClient(urlOf(database), async (client) => {
    for (const statement of statements) await client.query(statement);
  });
}

/** With the demo store. */
async function copyShop(): Promise<string> {
  databases += 1;
  const name = `shop_${databases}`;
  await execute('postgres', `create database ${name} template shop`);
  return name;
}

async function expectRefused(DATABASE_URL: string, sentence: string): Promise<void> {
  const { code, output } = await runProgram({ DATABASE_URL });
  expect(output.trimEnd()).toBe(sentence);
  expect(code).toBe(1);
}

describe('a start ends with 1 and a sentence on a database', () => {
  const refusesUser = 'The database server of DATABASE_URL refuses the user or the password.';

  it.each([
    ['whose user has another password', 'keeper:wrong-canary', refusesUser],
    [
      'whose user needs a password, and has none',
      'keeper',
      'The database server of DATABASE_URL wants a password. Name one in the URL, or by DATABASE_PASSWORD_FILE.',
    ],
    ['whose user is not known there', 'canary', refusesUser],
  ])('%s', async (_, user, sentence) => {
    await expectRefused(urlOf('shop', user), sentence);
  });

  it.each([
    [
      'that was migrated to the middle of a step',
      ["delete from kysely_migration where name >= '0019'"],
      'The database of DATABASE_URL has tables with names of ours, but was not made by the gateway, or not to its end. Nothing was changed. Use an empty one.',
    ],
    [
      'that another program migrates',
      [
        'delete from kysely_migration',
        "insert into kysely_migration values ('2020-users', '2020-01-01T00:00:00.000Z')",
      ],
      'The database was written by another version of the gateway, or by another program. Nothing was changed. Start that version, or use another database.',
    ],
    [
      'whose record of migrations is somebody else’s table',
      ['drop table kysely_migration', 'create table kysely_migration (version int)'],
      'The database of DATABASE_URL lacks tables or columns that its record of migrations names. Nothing was changed. Restore it from a backup.',
    ],
    [
      'that takes no connections',
      [null, 'alter database NAME allow_connections false'],
      'The database of DATABASE_URL takes no connections. Allow them, or name another one.',
    ],
  ])('%s', async (_, statements, sentence) => {
    const name = await copyShop();
    const isOutside = statements[0] === null;
    const all = statements.flatMap((one) => (one === null ? [] : [one.replace('NAME', name)]));
    await execute(isOutside ? 'postgres' : name, ...all);
    await expectRefused(urlOf(name), sentence);
  });

  it('none of whose hosts takes writes', async () => {
    const name = await copyShop();
    await execute('postgres', `alter database ${name} set default_transaction_read_only = on`);
    const { host } = new URL(server.url);
    await expectRefused(
      urlOf(name).replace(host, `${host},${host}`),
      'None of the hosts of DATABASE_URL takes writes: they are standbys.',
    );
    // Of one host only where the URL says so.
    await expectRefused(
      `${urlOf(name)}?target_session_attrs=read-write`,
      'None of the hosts of DATABASE_URL takes writes: they are standbys.',
    );
    const readOnly = await startProgram({ DATABASE_URL: urlOf(name) });
    const { status } = await fetch(`${readOnly.url}/v2/pcm/catalog/products`);
    expect([status, await readOnly.stop()]).toEqual([200, 0]);
  });

  it.each([
    ['SSH', 'SSH-2.0-OpenSSH_9.2p1\r\n'],
    ['MySQL', 'J\0\0\0\n8.0.36\0'],
    ['Redis', "-ERR unknown command '\b'\r\n"],
  ])('in whose place something answers that speaks %s', async (_, greeting) => {
    const sockets = new Set<Socket>();
    const other = createServer((socket) => {
      sockets.add(socket.on('error', () => undefined));
      socket.write(greeting, 'latin1');
    });
    const port = await listenOnLoopback(other);
    onTestFinished(() => {
      for (const socket of sockets) socket.destroy();
      other.close();
    });
    const { code, output } = await runProgram({ DATABASE_URL: `postgres://u:canary@127.0.0.1:${port}/d` });
    expect(output.trimEnd()).toMatch(
      /^The database server of DATABASE_URL does not answer \([^()]+\)\. Is it running, and is the address right\?$/,
    );
    expect(code).toBe(1);
  });
});

describe('under a running program a database', () => {
  interface Fault {
    /** What answers: nothing, or what reads. */
    readonly answers?: 'reads';
    readonly reason: RegExp;
    begin(name: string): Promise<unknown>;
    end(name: string): Promise<unknown>;
  }

  const renamed = ['subscription', 'application_key', 'release', 'catalog'];
  const faults: Record<string, Fault> = {
    'whose user was given another password': {
      reason: /^The database server of DATABASE_URL refuses the user or the password\.$/,
      begin: () => execute('postgres', "alter role keeper password 'another'", ending('keeper')),
      end: () => execute('postgres', "alter role keeper password 'canary'"),
    },
    'whose tables another version has renamed': {
      reason: /^The database of DATABASE_URL lacks tables or columns that its record of migrations names\./,
      begin: (name) => execute(name, ...renamed.map((table) => `alter table ${table} rename to later_${table}`)),
      end: (name) => execute(name, ...renamed.map((table) => `alter table later_${table} rename to ${table}`)),
    },
    'that was renamed': {
      reason: /^The database that DATABASE_URL names does not exist\. Create it first\.$/,
      begin: (name) => execute('postgres', ending('keeper'), `alter database ${name} rename to gone`),
      end: (name) => execute('postgres', `alter database gone rename to ${name}`),
    },
    'that hangs': {
      reason:
        /^The database server of DATABASE_URL (did not finish a statement in time|does not answer \(timeout .*\))/,
      begin: () => signalServer('SIGSTOP'),
      end: () => signalServer('SIGCONT'),
    },
    'that is a standby now': {
      answers: 'reads',
      reason: /^The database server of DATABASE_URL takes no writes: it is a standby, or set to be read only\./,
      async begin() {
        await server.killHard();
        await appendFile(join(server.folder, 'data', 'standby.signal'), '');
        await server.start();
      },
      async end() {
        await execute('postgres', 'select pg_promote()');
        await rm(join(server.folder, 'data', 'standby.signal'), { force: true });
      },
    },
  };

  it.each(Object.keys(faults))(
    '%s is 503 with its reason in the log, and nothing that was written is lost',
    async (of) => {
      const { answers, reason, begin, end } = faults[of] as Fault;
      const name = await copyShop();
      const program = await start(name);
      const faces = askBothFaces(program);
      for (const ask of Object.values({ ...faces.reads, ...faces.writes })) expectDone(await ask());
      const before = await countSubscriptions(name);
      const saidBefore = program.output().length;
      await begin(name);
      // What is known for a second is answered meanwhile.
      await sleep(1100);
      await Promise.all(Object.values(faces.writes).map(async (ask) => expectUnavailable(await ask())));
      for (const ask of Object.values(faces.reads)) {
        if (answers) expectDone(await ask());
        else expectUnavailable(await ask());
      }
      const [, ready] = await faces.health();
      if (!answers && of !== 'whose tables another version has renamed') expect(ready).toBe(503);
      await end(name);
      await untilDone(faces);
      expect(await countSubscriptions(name)).toBe(before + 2);
      const said = program.output().slice(saidBefore);
      expect(reasonsOf(said)).toContainEqual(expect.stringMatching(reason));
      expect(said).not.toMatch(/canary/i);
    },
    60_000,
  );

  /** Reads nothing from memory. */
  async function start(name: string): Promise<Program> {
    const environment = { STATEMENT_TIMEOUT_MS: '1000', MAX_CONNECTIONS: '3', ANSWER_CACHE_MB: '0', DEMO: 'on' };
    const program = await startProgram({ ...environment, DATABASE_URL: urlOf(name, 'keeper:canary') });
    onTestFinished(async () => void (await program.stop('SIGKILL')));
    return program;
  }

  function ending(user: string): string {
    return `select pg_terminate_backend(pid) from pg_stat_activity where usename = '${user}'`;
  }

  async function signalServer(name: NodeJS.Signals): Promise<void> {
    const children = await readFile(`/proc/${server.pid}/task/${server.pid}/children`, 'utf8');
    for (const pid of [server.pid, ...children.trim().split(' ').map(Number)]) signal(pid, name);
  }

  async function countSubscriptions(name: string): Promise<number> {
    const counting = 'select count(*)::int as n from subscription';
    const { rows } = await withClient(urlOf(name), (client) => client.query(counting));
    return rows[0].n;
  }

  /** Connections that broke are noticed when they are used. */
  async function untilDone(faces: BothFaces): Promise<void> {
    for (let attempt = 0; attempt < 100 && (await faces.health())[1] !== 200; attempt += 1) await sleep(100);
    for (const ask of Object.values({ ...faces.reads, ...faces.writes })) expectDone(await ask());
  }

  function reasonsOf(output: string): unknown[] {
    const lines = output.split('\n').filter((line) => line.startsWith('{'));
    return lines.map((line) => JSON.parse(line).reason);
  }
});
