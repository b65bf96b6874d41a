/** Programs of several versions, and many of one, on one database: it is migrated once, and never damaged. */
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import Sqlite from 'better-sqlite3';
import pg from 'pg';
import { describe, expect, inject, it, onTestFinished } from 'vitest';
import { askBothFaces, expectDone, expectUnavailable } from '../support/both-faces.ts';
import { copyPostgres } from '../support/copied-databases.ts';
import { demoFolder, type Environment, run, temporaryFolder } from '../support/gateway-process.ts';
import { runProgram, startProgram } from '../support/program.ts';
import { createTestDatabase } from '../support/test-databases.ts';
import { withClient } from '../support/with-client.ts';

interface Place {
  readonly environment: Environment;
  /** Runs statements as a program of another version would. */
  alter(statements: string): Promise<void>;
  /** Takes the lock of whoever migrates. Answers what gives it back. */
  hold(): Promise<() => Promise<unknown>>;
}

/** Empty, or with the demo store. */
type Open = (contents: 'nothing' | 'demo') => Promise<Place>;

const places: Record<string, Open> = {
  async 'a data folder'(contents) {
    const DATA_DIR = contents === 'demo' ? await demoFolder() : await temporaryFolder();
    return {
      environment: { DATA_DIR },
      async alter(statements) {
        const database = new Sqlite(join(DATA_DIR, 'gateway.db'));
        database.exec(statements);
        database.close();
      },
      async hold() {
        const database = new Sqlite(join(DATA_DIR, 'gateway.db'));
        database.pragma('journal_mode = wal');
        database.exec('begin exclusive');
        return async () => database.close();
      },
    };
  },
  async 'a PostgreSQL database'(contents) {
    const { url, drop } = await (contents === 'demo'
      ? copyPostgres('demo')
      : createTestDatabase(inject('postgresUrl')));
    onTestFinished(drop);
    return {
      environment: { DATABASE_URL: url, DEMO: 'on' },
      alter: (statements) => withClient(url, async (client) => void (await client.query(statements))),
      async hold() {
        const client = new pg.Client({ connectionString: url });
        await client.connect();
        // Kysely's, and a transaction's, as the one of whoever migrates: behind a pooler a session is somebody else's the next moment.
        await client.query('begin');
        await client.query('select pg_advisory_xact_lock(3853314791062309107)');
        return () => client.end();
      },
    };
  },
};

const laterMigration = "insert into kysely_migration values ('9999-later', '2100-01-01T00:00:00.000Z')";

describe.each(Object.keys(places))('%s', (name) => {
  const openPlace = places[name] as Open;

  it('that five migrate at once is migrated by one; the others find it done', async () => {
    const { environment } = await openPlace('nothing');
    const ended = await Promise.all(Array.from({ length: 5 }, () => run('src/cli/migrate.ts', [], environment)));
    for (const { code, stderr } of ended) expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    const outputs = ended.map(({ stdout }) => stdout);
    expect(outputs.filter((output) => /: applied 0001-initial, .*\n$/.test(output))).toHaveLength(1);
    expect(outputs.filter((output) => /: nothing to do\n$/.test(output))).toHaveLength(4);
  });

  // `npm run test:faults` runs it: it is longer than any time-out.
  it.runIf(process.env.FAULTS === 'all')(
    'that another process is migrating is waited for, for longer than for any statement',
    async () => {
      const { environment, hold } = await openPlace('nothing');
      const release = await hold();
      const migrated = run('src/cli/migrate.ts', [], { ...environment, STATEMENT_TIMEOUT_MS: '500' });
      await sleep(7000);
      await release();
      expect(await migrated).toMatchObject({ code: 0, stderr: '', stdout: expect.stringContaining(': applied 0001-') });
    },
  );

  it('that a later version migrates under a running program is served as far as it fits, and refused at the next start', async () => {
    const { environment, alter } = await openPlace('demo');
    const program = await startProgram(environment);
    onTestFinished(async () => void (await program.stop('SIGKILL')));
    const { reads, writes, health } = askBothFaces(program);
    await alter(`alter table subscription add column later text default 'x';
      alter table application_key add column later text; create table later (id text); ${laterMigration}`);
    for (const ask of Object.values({ ...reads, ...writes })) expectDone(await ask());
    expect(await health()).toEqual([200, 200]);

    await alter('alter table subscription rename column email to address');
    for (const [ask, isBroken] of Object.entries(writes).map(([key, ask]) => [ask, key.endsWith('insert')] as const)) {
      const answer = await ask();
      if (isBroken) expectUnavailable(answer);
      else expectDone(answer);
      expect(answer.text).not.toMatch(/sqlite|42703|address/i);
    }
    for (const ask of Object.values(reads)) expectDone(await ask());
    expect(await health()).toEqual([200, 200]);
    await alter('alter table subscription rename column address to email');
    for (const ask of Object.values({ ...reads, ...writes })) expectDone(await ask());
    expect(await program.stop()).toBe(0);

    const { code, output } = await runProgram(environment);
    expect(output.trim()).toBe(
      'The database was written by another version of the gateway, or by another program. Nothing was changed. Start that version, or use another database.',
    );
    expect(code).toBe(1);
    expect(program.output()).toContain('"reason":"The database ');
  });
});
