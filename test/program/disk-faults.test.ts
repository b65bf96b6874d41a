/**
 * What may happen to the disk under the embedded database: writes are answered by 503 and half-write nothing, reads go on where they
 * can, and all is well again when the cause is gone, without a restart.
 */
import { randomUUID } from 'node:crypto';
import { statSync, truncateSync } from 'node:fs';
import { copyFile, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { type Ask, askBothFaces, type BothFaces, expectDone, expectUnavailable } from '../support/both-faces.ts';
import { facesOf } from '../support/faces-of-app.ts';
import { demoFolder, run } from '../support/gateway-process.ts';
import { runProgram, startProgram } from '../support/program.ts';
import { type RunningApp, startApp } from '../support/running-app.ts';
import { mountSmallDisk, type SmallDisk } from '../support/small-disk.ts';

const inserts = ({ writes }: BothFaces) =>
  Object.entries(writes).flatMap(([name, ask]) => (name.endsWith('insert') ? [ask] : []));

async function expectAllDone({ reads, writes }: BothFaces): Promise<void> {
  for (const ask of Object.values({ ...reads, ...writes })) expectDone(await ask());
}

/** Rows fit into pages that are there already: until one needs a new page. */
async function untilFull(insert: Ask): Promise<void> {
  for (let attempt = 0; attempt < 5000; attempt += 1) {
    const answer = await insert();
    if (answer.text.includes('UNAVAILABLE')) return;
    expectDone(answer);
  }
  throw new Error('The disk did not get full.');
}

describe('the embedded database', () => {
  let folder: string;
  let app: RunningApp;
  let faces: BothFaces;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'gateway-disk-'));
    app = await startApp({ DATA_DIR: folder });
    faces = await facesOf(app);
  });
  afterAll(async () => {
    await app.close();
    await rm(folder, { recursive: true });
  });
  afterEach(() => expectAllDone(faces));

  /** On the connection that writes. */
  const pragma = (text: string) => sql.raw<Record<string, number>>(`pragma ${text}`).execute(app.stores.engine.writer);

  async function countSubscriptions(): Promise<number> {
    const { rows } = await sql<{ n: number }>`select count(*) as n from subscription`.execute(app.stores.engine.reader);
    return rows[0]?.n ?? 0;
  }

  it('that may not grow any more refuses inserts, and answers reads', async () => {
    const { rows } = await pragma('page_count');
    await pragma(`max_page_count = ${rows[0]?.page_count}`);
    const [insert] = inserts(faces);
    await untilFull(insert as Ask);
    const before = await countSubscriptions();
    for (const ask of inserts(faces)) {
      expectUnavailable(await ask(), /^The store can not be reached or written for the moment\. Try again\.$/);
      expectUnavailable(await ask({ idempotencyKey: randomUUID() }));
    }
    for (const ask of Object.values(faces.reads)) expectDone(await ask());
    expect(await faces.health()).toEqual([200, 200]);
    expect(await countSubscriptions()).toBe(before);
    await pragma('max_page_count = 1073741823');
  });

  it('that may not be written refuses writes, and answers reads', async () => {
    const before = await countSubscriptions();
    await pragma('query_only = on');
    for (const ask of Object.values(faces.writes)) {
      expectUnavailable(await ask());
      expectUnavailable(await ask({ idempotencyKey: randomUUID() }));
    }
    // With a token of that moment, too.
    const { reads } = await facesOf(app);
    for (const ask of Object.values(reads)) expectDone(await ask());
    expect(await countSubscriptions()).toBe(before);
    await pragma('query_only = off');
  });

  it('that another process keeps locked refuses a write after a while', async () => {
    const other = new Sqlite(join(folder, 'gateway.db'));
    onTestFinished(() => void other.close());
    const before = await countSubscriptions();
    other.exec('begin immediate');
    expectUnavailable(await (inserts(faces)[0] as Ask)());
    other.exec('rollback');
    expect(await countSubscriptions()).toBe(before);
  });
});

it.each<[string, (file: string) => Promise<void>]>([
  ['removed', (file) => rm(file)],
  ['replaced', (file) => copyFile(file, `${file}.copy`).then(() => rename(`${file}.copy`, file))],
])(
  'a file that is %s under the running program takes no more writes, and the program is not ready',
  async (_, change) => {
    const DATA_DIR = await mkdtemp(join(tmpdir(), 'gateway-disk-'));
    const app = await startApp({ DATA_DIR });
    onTestFinished(async () => {
      await app.close();
      await rm(DATA_DIR, { recursive: true });
    });
    const faces = await facesOf(app);
    expect(await faces.health()).toEqual([200, 200]);
    await change(join(DATA_DIR, 'gateway.db'));
    for (const ask of Object.values(faces.writes)) {
      expectUnavailable(await ask());
      expectUnavailable(await ask({ idempotencyKey: randomUUID() }));
    }
    expect(await faces.health()).toEqual([200, 503]);
  },
);

it('a file that is damaged under the running program answers 500 where it is met, until it is restored', async () => {
  const DATA_DIR = await demoFolder();
  const file = join(DATA_DIR, 'gateway.db');
  const whole = await readFile(file);
  const program = await startProgram({ DATA_DIR });
  onTestFinished(async () => void (await program.stop('SIGKILL')));
  // All but the first pages, which are in the memory of whoever has the file open.
  await writeFile(file, Buffer.alloc(whole.length - 4096 * 40, 'damage'), { flag: 'r+' });
  const faces = askBothFaces(program);
  const answers = await Promise.all(Object.values({ ...faces.reads, ...faces.writes }).map((ask) => ask()));
  expect(answers.filter(({ text }) => /"status":"?500"?/.test(text)).length).toBeGreaterThan(0);
  for (const { text } of answers) expect(text).not.toMatch(/sqlite|malformed|canary/i);
  expect(await faces.health()).toEqual([200, 200]);
  expect(program.output()).toMatch(/SQLITE_CORRUPT|SQLITE_NOTADB/);
  await program.stop();
  expect((await runProgram({ DATA_DIR })).output).toMatch(/^The database file in DATA_DIR is damaged/);
  for (const name of await readdir(DATA_DIR)) await rm(join(DATA_DIR, name));
  await writeFile(file, whole);
  const restored = await startProgram({ DATA_DIR });
  await expectAllDone(askBothFaces(restored));
  await restored.stop();
});

const isAsked = process.env.FAULTS === 'all';
const disk = isAsked ? mountSmallDisk(128) : null;
const reason = isAsked ? 'none may be mounted here' : 'npm run test:faults runs them';
afterAll(() => disk?.remove());

// Only root may mount the small disk that these fill.
describe.skipIf(!disk)(`the program on a disk${disk ? '' : ` (skipped: ${reason})`}`, () => {
  const small = disk as SmallDisk;
  const folderOf = (name: string) => join(small.path, name);

  it('that is full, then is not: refuses writes, answers reads, and goes on', async () => {
    const program = await startProgram({ DATA_DIR: folderOf('running') });
    onTestFinished(async () => void (await program.stop()));
    const faces = askBothFaces(program);
    await expectAllDone(faces);
    small.fill();
    const [insert] = inserts(faces);
    await untilFull(insert as Ask);
    for (const ask of inserts(faces)) expectUnavailable(await ask());
    for (const ask of Object.values(faces.reads)) expectDone(await ask());
    expect(await faces.health()).toEqual([200, 200]);
    small.free();
    await expectAllDone(faces);
    expect(program.output()).toContain('SQLITE_FULL');
    expect(program.output()).not.toMatch(/canary/i);
    expect(await program.stop()).toBe(0);
  });

  it('that is full ends the first start with a sentence, and the next one finds nothing half-written', async () => {
    const DATA_DIR = folderOf('first');
    small.fill();
    const { code, output } = await runProgram({ DATA_DIR });
    expect(output).toMatch(/^There is no space left on the disk \((ENOSPC|SQLITE_FULL)\)\. Nothing was changed\.$/m);
    expect(code).toBe(1);
    small.free();
    const program = await startProgram({ DATA_DIR });
    expect(program.output()).toContain('Demo store loaded just now');
    await expectAllDone(askBothFaces(program));
    expect(await program.stop()).toBe(0);
  });

  it('that is read-only ends the start with a sentence, and changes nothing', async () => {
    const DATA_DIR = folderOf('read-only');
    expect(await (await startProgram({ DATA_DIR })).stop()).toBe(0);
    const before = await readdir(DATA_DIR);
    small.makeReadOnly();
    onTestFinished(() => small.makeWritable());
    const { code, output } = await runProgram({ DATA_DIR });
    expect(output).toMatch(/^The database in DATA_DIR can not be opened or written \(/);
    expect(output.trimEnd().split('\n')).toHaveLength(1);
    expect(code).toBe(1);
    expect((await runProgram({ DATA_DIR: folderOf('none') })).output).toMatch(
      /^DATA_DIR can not be created\. Is its disk read-only, /m,
    );
    expect(await readdir(DATA_DIR)).toEqual(before);
    small.makeWritable();
    expect(await (await startProgram({ DATA_DIR })).stop()).toBe(0);
  });

  it('that an import would fill keeps room for writes, and nothing of the import', async () => {
    const DATA_DIR = folderOf('import');
    const program = await startProgram({ DATA_DIR });
    onTestFinished(async () => void (await program.stop()));
    const file = join(await mkdtemp(join(tmpdir(), 'gateway-disk-')), 'store.ndjson');
    const records = (await run('src/cli/demo-records.ts', [], {})).stdout;
    await writeFile(file, records.replaceAll('Storm Shell', 'Stormy Shell'));
    // As much as an import begins with, and less than it takes.
    small.fill();
    truncateSync(join(small.path, 'filler'), statSync(join(small.path, 'filler')).size - 22_000_000);
    onTestFinished(() => small.free());
    const { code, stderr } = await run('src/cli/import.ts', [file], { DATA_DIR });
    expect(code).toBe(1);
    expect(stderr).toMatch(/^There is little space left on the disk of DATA_DIR: .*\. Nothing was changed\.$/m);
    const database = new Sqlite(join(DATA_DIR, 'gateway.db'), { readonly: true });
    onTestFinished(() => void database.close());
    expect(database.prepare("select count(*) from release where state = 'building'").pluck().get()).toBe(0);
    await expectAllDone(askBothFaces(program));
    await rm(dirname(file), { recursive: true });
  });

  it('that is read-only, and where temporary files belong, ends an import with a sentence', async () => {
    const DATA_DIR = await demoFolder();
    small.makeReadOnly();
    onTestFinished(() => small.makeWritable());
    const { code, stdout, stderr } = await run('src/cli/import.ts', ['package.json'], { DATA_DIR, TMPDIR: small.path });
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toBe(`TMPDIR must be a folder that can be written, but is '${small.path}' (EROFS).\n`);
  });

  it('that is full, and where temporary files belong, ends an import with a sentence that names it', async () => {
    const DATA_DIR = await demoFolder();
    const file = join(await mkdtemp(join(tmpdir(), 'gateway-disk-')), 'store.ndjson');
    await writeFile(file, (await run('src/cli/demo-records.ts', [], {})).stdout);
    small.fill();
    onTestFinished(() => small.free());
    const { code, stdout, stderr } = await run('src/cli/import.ts', [file], { DATA_DIR, TMPDIR: small.path });
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr.trimEnd().split('\n').at(-1)).toBe(
      `There is no space left, or no inode, on the disk of TMPDIR ('${small.path}'), where what is read is put aside. Nothing was changed.`,
    );
    await rm(dirname(file), { recursive: true });
  });
});
