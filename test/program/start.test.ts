/** The program from the first start on: what a newcomer sees, and what survives. */
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, inject, it, onTestFinished } from 'vitest';
import { demoIds } from '../../src/demo/demo-ids.ts';
import { type Ask, askBothFaces } from '../support/both-faces.ts';
import { copySqlite } from '../support/copied-databases.ts';
import { run } from '../support/gateway-process.ts';
import { type Program, runProgram, startProgram } from '../support/program.ts';
import { cases, runs } from '../support/runs.ts';
import { productRecord } from '../support/small-catalog.ts';
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

async function pasteCurl(program: Program): Promise<unknown> {
  const [, url = '', body = ''] =
    /curl (\S+) -H 'Content-Type: application\/json' \\\n\s+-d '(.*)'/.exec(program.output()) ?? [];
  const headers = { 'Content-Type': 'application/json' };
  return (await fetch(url, { method: 'POST', headers, body })).json();
}

it('the curl that the start prints works as it is pasted', async () => {
  await copySqlite('demo', directory);
  const program = await startProgram({ DATA_DIR: directory });
  expect(await pasteCurl(program)).toMatchObject({ data: { childProducts: { totalCount: 34 } } });
  await program.stop();
});

it("a start on a store of one's own names its catalogs, and prints a curl that works there", async () => {
  await copySqlite('tables', directory);
  const file = join(directory, 'own.ndjson');
  await writeFile(file, JSON.stringify(productRecord({ id: 'spade' })));
  expect(await run('src/cli/import.ts', [file], { DATA_DIR: directory })).toMatchObject({ code: 0 });
  const program = await startProgram({ DATA_DIR: directory });
  expect(program.output()).toContain('  Catalogs   Default\n');
  expect(program.output()).not.toContain('Demo store');
  expect(await pasteCurl(program)).toMatchObject({ data: { products: { totalCount: 1 } } });
  await program.stop();
});

describe('a start that is killed', () => {
  it.each(cases([800], [400, 600, 1000, 1200, 1400]))(
    'after %i ms leaves nothing in the way of the next',
    async (killAfterMs) => {
      await runProgram({ DATA_DIR: directory }, killAfterMs);
      const program = await startProgram({ DATA_DIR: directory });
      expect((await program.ask(countProducts)).data).toEqual({ products: { totalCount: 902 } });
      await program.stop();
    },
  );
});

it.each(cases([1000], [700, 1300]))(
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
  await copySqlite('demo', directory);
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
  const startsAtOnce = (few: number, many: number, start: () => Promise<Program>) =>
    Array.from({ length: runs(few, many) }, start);

  it('on one empty folder all come up, with one demo store', async () => {
    const programs = await Promise.all(startsAtOnce(2, 3, () => startProgram({ DATA_DIR: directory })));
    for (const program of programs) {
      expect((await program.ask(countProducts)).data).toEqual({ products: { totalCount: 902 } });
    }
    await Promise.all(programs.map((program) => program.stop()));
  }, 120_000);

  it('on one empty PostgreSQL database all come up, and take each other’s tokens', async () => {
    const { url, drop } = await createTestDatabase(inject('postgresUrl'));
    const programs = await Promise.all(startsAtOnce(3, 5, () => startProgram({ DATABASE_URL: url, DEMO: 'on' })));
    for (const program of programs) {
      expect((await program.ask(countProducts)).data).toEqual({ products: { totalCount: 902 } });
      const foreign = { Authorization: `Bearer ${programs[0]?.token}` };
      expect((await program.ask(readKey, { id }, foreign)).errors).toEqual([]);
    }
    await Promise.all(programs.map((program) => program.stop()));
    await drop();
  }, 120_000);
});

it('a start with the demo store in production ends with a sentence', async () => {
  const { code, output } = await runProgram({ DATA_DIR: directory, NODE_ENV: 'production', DEMO: 'on' });
  expect(code).toBe(1);
  expect(output).toContain('DEMO must not be on with NODE_ENV=production');
});
