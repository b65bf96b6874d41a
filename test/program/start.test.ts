/** The program from the first start on: what a newcomer sees, and what survives. */
import { randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, inject, it, onTestFinished } from 'vitest';
import { demoIds } from '../../src/demo/demo-ids.ts';
import { type Ask, askBothFaces } from '../support/both-faces.ts';
import { runProgram, startProgram } from '../support/program.ts';
import { createTestDatabase } from '../support/test-databases.ts';

const rename = `mutation($input: UpdateApplicationKeyInput!) {
  updateApplicationKey(input: $input) { applicationKey { name } } }`;
const readKey = 'query($id: ID!) { applicationKey(id: $id) { name } }';
const countProducts = '{ products(first: 1) { totalCount } }';
const id = demoIds.applicationKeys.storefront;

let directory: string;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'gateway-start-'));
});
afterEach(() => rm(directory, { recursive: true }));

it('the first start loads the demo store and says what to try; the second keeps what was written', async () => {
  const first = await startProgram({ DATA_DIR: directory });
  expect(first.output()).toContain(`GraphiQL   ${first.url}/graphql`);
  expect(first.output()).toContain('Demo store loaded just now: the catalogs Main, Mobile, Partner');
  const { data } = await first.ask(rename, { input: { id, name: 'Kept' } });
  expect(data).toEqual({ updateApplicationKey: { applicationKey: { name: 'Kept' } } });
  expect(await first.stop()).toBe(0);

  const second = await startProgram({ DATA_DIR: directory });
  expect(second.output()).toContain('Demo store kept from before');
  expect((await second.ask(readKey, { id })).data).toEqual({ applicationKey: { name: 'Kept' } });
  // The key that signs tokens is kept, too.
  const answer = await second.ask(readKey, { id }, { Authorization: `Bearer ${first.token}` });
  expect(answer.errors).toEqual([]);
  await second.stop();
});

it('the curl that the start prints works as it is pasted', async () => {
  const program = await startProgram({ DATA_DIR: directory });
  const [, url = '', body = ''] =
    /curl (\S+) -H 'Content-Type: application\/json' \\\n\s+-d '(.*)'/.exec(program.output()) ?? [];
  const headers = { 'Content-Type': 'application/json' };
  const answer = await (await fetch(url, { method: 'POST', headers, body })).json();
  expect(answer).toMatchObject({ data: { childProducts: { totalCount: 34 } } });
  await program.stop();
});

describe('a start that is killed', () => {
  it.each([400, 800, 1000, 1200, 1400])('after %i ms leaves nothing in the way of the next', async (killAfterMs) => {
    await runProgram({ DATA_DIR: directory }, killAfterMs);
    const program = await startProgram({ DATA_DIR: directory });
    expect((await program.ask(countProducts)).data).toEqual({ products: { totalCount: 902 } });
    await program.stop();
  });
});

it.each([700, 1300])(
  'a start that is killed after %i ms on PostgreSQL leaves nothing in the way',
  async (killAfterMs) => {
    const { url, drop } = await createTestDatabase(inject('postgresUrl'));
    onTestFinished(drop);
    const environment = { DATABASE_URL: url, DEMO: 'on' };
    await runProgram(environment, killAfterMs);
    const program = await startProgram(environment);
    expect((await program.ask(countProducts)).data).toEqual({ products: { totalCount: 902 } });
    await program.stop();
  },
);

it('two gateways on one data folder write side by side, and a key counts in both', async () => {
  const programs = await Promise.all([1, 2].map(() => startProgram({ DATA_DIR: directory })));
  const inserts = programs.map((program) => askBothFaces(program).writes['REST, an insert'] as Ask);
  const idempotencyKey = randomUUID();
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, index) =>
      inserts.map((insert) => insert(index < 15 ? {} : { idempotencyKey })),
    ).flat(),
  );
  const done = answers.filter(({ status }) => status === 201);
  // While a key's write runs, others with the same key are refused by their own gateway.
  expect(answers.every(({ status }) => status === 201 || status === 409)).toBe(true);
  expect(new Set(done.map(({ id }) => id)).size).toBe(31);
  expect(done.filter(({ isReplayed }) => !isReplayed).length).toBe(31);
  await Promise.all(programs.map((program) => program.stop()));
});

describe('several starts at once', () => {
  it('on one empty folder all come up, with one demo store', async () => {
    const programs = await Promise.all([1, 2, 3].map(() => startProgram({ DATA_DIR: directory })));
    for (const program of programs) {
      expect((await program.ask(countProducts)).data).toEqual({ products: { totalCount: 902 } });
    }
    await Promise.all(programs.map((program) => program.stop()));
  });

  it('on one empty PostgreSQL database all come up, and take each other’s tokens', async () => {
    const { url, drop } = await createTestDatabase(inject('postgresUrl'));
    const programs = await Promise.all([1, 2, 3, 4, 5].map(() => startProgram({ DATABASE_URL: url, DEMO: 'on' })));
    for (const program of programs) {
      expect((await program.ask(countProducts)).data).toEqual({ products: { totalCount: 902 } });
      const foreign = { Authorization: `Bearer ${programs[0]?.token}` };
      expect((await program.ask(readKey, { id }, foreign)).errors).toEqual([]);
    }
    await Promise.all(programs.map((program) => program.stop()));
    await drop();
  });
});

describe('a start that can not succeed ends with a sentence', () => {
  it('when the configuration is faulty: with every fault, and no password', async () => {
    const { code, output } = await runProgram({ PORT: 'x', LOG_LEVEL: 'loud', DATABASE_URL: 'mysql://u:canary@h/d' });
    expect(code).toBe(1);
    expect(output).toContain("PORT must be a whole number from 0 to 65535, but is 'x'.");
    expect(output).toContain("LOG_LEVEL must be one of fatal, error, warn, info, debug, trace, silent, but is 'loud'.");
    expect(output).toContain('DATABASE_URL must be a URL');
    expect(output).not.toContain('canary');
  });

  it('when the port is taken', async () => {
    const program = await startProgram({ DATA_DIR: directory });
    const { port } = new URL(program.url);
    const { code, output } = await runProgram({ DATA_DIR: directory, PORT: port });
    expect(code).toBe(1);
    expect(output.trim()).toBe(
      `The port ${port} of 127.0.0.1 is in use. Set PORT to another one, or stop what uses it.`,
    );
    await program.stop();
  });

  it('when the database server does not answer', async () => {
    const { code, output } = await runProgram({ DATABASE_URL: 'postgres://u:canary@127.0.0.1:1/d' });
    expect(code).toBe(1);
    expect(output).toMatch(/^The database server of DATABASE_URL does not answer \(ECONNREFUSED\)\./);
    expect(output).not.toContain('canary');
  });

  it('when the database file is damaged: and leaves it as it is', async () => {
    await mkdir(directory, { recursive: true });
    const file = join(directory, 'gateway.db');
    const damaged = Buffer.from('this is not a database, but something that somebody may still need '.repeat(200));
    await writeFile(file, damaged);
    const { code, output } = await runProgram({ DATA_DIR: directory });
    expect(code).toBe(1);
    expect(output).toContain('The database file in DATA_DIR is damaged, or is none of ours. Nothing was changed.');
    expect(await readFile(file)).toEqual(damaged);
    expect((await readdir(directory)).filter((name) => name.endsWith('.db'))).toEqual(['gateway.db']);
  });

  it('when the demo is asked for in production', async () => {
    const { code, output } = await runProgram({ DATA_DIR: directory, NODE_ENV: 'production', DEMO: 'on' });
    expect(code).toBe(1);
    expect(output).toContain('DEMO must not be on with NODE_ENV=production');
  });
});
