/** Statements that walk many rows run beside the requests, and end when their time is over. SQLite's alone: a server has both. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import Sqlite from 'better-sqlite3';
import { CompiledQuery } from 'kysely';
import { beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { createReaderThread } from '../../../src/storage/engines/reader-thread.ts';

let file: string;
beforeAll(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'gateway-test-'));
  file = join(folder, 'test.db');
  const database = new Sqlite(file);
  database.exec("create table note (text text); insert into note values ('one'), ('two')");
  database.close();
  return () => rm(folder, { recursive: true });
});

const notes = CompiledQuery.raw('select text from note order by text');
const found = [{ text: 'one' }, { text: 'two' }];
/** Never ends by itself. */
const endless = CompiledQuery.raw(
  'with recursive row (n) as (select 1 union all select n + 1 from row) select count(*) from row where within_time(n)',
);
const request = (client = 'shop') => ({ client, request: {} });
const unavailable = (message: RegExp) => ({ code: 'UNAVAILABLE', message: expect.stringMatching(message) });
const tooManyWait = unavailable(/^Too many requests/);
const tookTooLong = unavailable(/took too long/);

function open(timeoutMs: number) {
  const thread = createReaderThread({ file, timeoutMs });
  onTestFinished(() => thread.close());
  return thread;
}

describe('a statement', () => {
  it('answers as in the thread of the requests, which goes on meanwhile', async () => {
    const thread = open(300);
    expect(await thread.run(notes, request())).toEqual(found);
    let turns = 0;
    const ending = thread.run(endless, request()).catch((error) => ({ error, turns }));
    for (let isRunning = true; isRunning; turns += 1) {
      isRunning = await Promise.race([ending.then(() => false), nextTurn(true)]);
    }
    expect(await ending).toMatchObject({ error: tookTooLong, turns: expect.toSatisfy((count) => count > 100) });
  });

  it('is answered when it comes with hundreds of others of its client', async () => {
    const thread = open(60_000);
    const answers = await Promise.all(Array.from({ length: 400 }, () => thread.run(notes, request())));
    expect(answers).toEqual(Array(400).fill(found));
  });

  it('that is out of time is ended, and the next one is answered', async () => {
    const thread = open(20);
    await expect(thread.run(endless, request())).rejects.toMatchObject(tookTooLong);
    expect(await thread.run(notes, request())).toEqual(found);
  });

  it('gets what time is left to its request', async () => {
    const thread = open(50);
    const requester = request();
    await expect(thread.run(endless, requester)).rejects.toMatchObject(tookTooLong);
    await expect(thread.run(notes, requester)).rejects.toMatchObject(tookTooLong);
    expect(await thread.run(notes, request())).toEqual(found);
  });

  it('that comes while an idle thread ends gets its own answer', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const thread = open(5000);
    const select = (text: string) => CompiledQuery.raw(`select text from note where text = '${text}'`);
    await thread.run(notes, request());
    vi.advanceTimersByTime(30_000);
    const texts = ['one', 'two', 'one'];
    const answers = await Promise.all(texts.map((text) => thread.run(select(text), request())));
    expect(answers).toEqual(texts.map((text) => [{ text }]));
  });

  it('that comes after an idle thread has died gets another one', async () => {
    const posting = vi.spyOn(Worker.prototype, 'postMessage');
    onTestFinished(() => posting.mockRestore());
    const thread = open(5000);
    await thread.run(notes, request());
    await (posting.mock.contexts[0] as Worker).terminate();
    expect(await thread.run(notes, request())).toEqual(found);
    expect(posting.mock.contexts[1]).not.toBe(posting.mock.contexts[0]);
  });

  it('that is wrong fails with its own error', async () => {
    const thread = open(1000);
    const wrong = CompiledQuery.raw('select missing from note');
    await expect(thread.run(wrong, request())).rejects.toMatchObject({
      code: 'SQLITE_ERROR',
      message: expect.stringMatching(/no such column/),
    });
    expect(await thread.run(notes, request())).toEqual(found);
  });

  it('can not write', async () => {
    const write = open(1000).run(CompiledQuery.raw('delete from note returning text'), request());
    await expect(write).rejects.toMatchObject({ code: 'SQLITE_READONLY' });
  });

  it('that keeps another client waiting is ended after its turn; the requests of its own client wait', async () => {
    const thread = open(60_000);
    const running = thread.run(endless, request('one')).catch((error) => error);
    const own = thread.run(notes, request('one'));
    expect(await Promise.race([own, thread.run(notes, request('two')).then(() => 'two')])).toBe('two');
    expect(await running).toMatchObject(tookTooLong);
    expect(await own).toEqual(found);
  });

  it('that keeps another client waiting is ended, too, when it is the only one of its client', async () => {
    const thread = open(60_000);
    const running = thread.run(endless, request('one')).catch((error) => error);
    expect(await thread.run(notes, request('two'))).toEqual(found);
    expect(await running).toMatchObject(tookTooLong);
  });

  it('that would wait longer than one may run is refused', async () => {
    const thread = open(300);
    const running = thread.run(endless, request()).catch((error) => error);
    const waiting = thread.run(endless, request()).catch((error) => error);
    await running;
    const last = thread.run(notes, request()).catch((error) => error);
    expect(await waiting).toMatchObject(tooManyWait);
    expect(await last).toEqual(found);
  });

  it('of a request that has ended is ended, or never begun', async () => {
    const thread = open(60_000);
    const requester = request();
    const outcomes = [endless, endless].map((query) => thread.run(query, requester).catch((error) => error));
    await nextTurn();
    thread.endRequest(requester.request);
    expect(await Promise.all(outcomes)).toMatchObject([tookTooLong, tookTooLong]);
    expect(await thread.run(notes, request())).toEqual(found);
  });

  it('beyond those that may wait is refused at once, of a client sooner than of all', async () => {
    const thread = open(60_000);
    const outcomes: string[] = [];
    const ask = (client: string) =>
      thread.run(endless, request(client)).catch(({ message }: Error) => void outcomes.push(message));
    void ask('one');
    for (let count = 0; count < 513; count += 1) void ask('one');
    await nextTurn();
    expect(outcomes).toEqual([expect.stringMatching(/Too many requests/)]);
    for (let count = 0; count < 513; count += 1) void ask(`other ${count}`);
    await nextTurn();
    expect(outcomes).toHaveLength(2);
  });

  it('that runs or waits when the engine is closed is refused, and leaves nothing behind', async () => {
    const thread = createReaderThread({ file, timeoutMs: 60_000 });
    const outcomes = [endless, endless].map((query) => thread.run(query, request()).catch(({ code }) => code));
    await thread.close();
    expect(await Promise.all(outcomes)).toEqual(['UNAVAILABLE', 'UNAVAILABLE']);
  });

  it('has ended when its thread is told to end, in which nothing would end it any more', async () => {
    const order: string[] = [];
    const terminate = Worker.prototype.terminate;
    const terminating = vi.spyOn(Worker.prototype, 'terminate').mockImplementation(function (this: Worker) {
      order.push('thread');
      return terminate.call(this);
    });
    onTestFinished(() => terminating.mockRestore());
    const thread = createReaderThread({ file, timeoutMs: 60_000 });
    const note = (name: string) => () => void order.push(name);
    void thread.run(endless, request()).catch(note('running'));
    const closing = thread.close();
    void thread.run(endless, request()).catch(note('late'));
    await closing;
    expect(order).toEqual(['running', 'late', 'thread']);
  });

  it('does not keep the process from ending', async () => {
    const module = new URL('../../../src/storage/engines/reader-thread.ts', import.meta.url).href;
    const program = `${file}.mjs`;
    await writeFile(
      program,
      `import { createReaderThread } from '${module}';
      const thread = createReaderThread({ file: ${JSON.stringify(file)}, timeoutMs: 60_000 });
      const [notes, endless] = ${JSON.stringify([notes, endless])};
      await thread.run(notes, { client: 'shop', request: {} });
      void thread.run(endless, { client: 'shop', request: {} });
      setTimeout(() => process.exit(3), 100);`,
    );
    const ended = spawn(process.execPath, [program], { timeout: 60_000 });
    expect(await once(ended, 'exit')).toEqual([3, null]);
  });
});
