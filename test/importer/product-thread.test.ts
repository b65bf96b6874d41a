import { expect, it, onTestFinished } from 'vitest';
import { formatExactJson } from '../../src/domain/input/exact-json.ts';
import { type LineTask, runLineTask } from '../../src/importer/product-lines.ts';
import { createProductThread, openProductThread } from '../../src/importer/product-thread.ts';
import { shirts } from '../support/shirts.ts';

const lines = [...shirts.map(formatExactJson), '{"type":"node"}', '', '{', '"\\u0000"'].map((text) =>
  Buffer.from(text),
);
const family = { catalogId: 'shirts', parentId: null, childIds: ['small-red'], otherSlug: 'Shirt-2', position: 0 };
const tasks: LineTask[] = [
  { kind: 'check', withDigests: true },
  { kind: 'check', withDigests: false },
  { kind: 'load', families: lines.map((_, index) => (index === 1 ? null : family)) },
];

function open() {
  const thread = openProductThread();
  onTestFinished(() => thread.close());
  return thread;
}

/** Until then what it is given is done here. */
async function whenStarted(thread: ReturnType<typeof open>): Promise<void> {
  const isThere = () => thread.run({ kind: 'check', withDigests: false }, []) instanceof Promise;
  await expect.poll(isThere).toBe(true);
}

it('does with lines what is done here', async () => {
  const thread = open();
  for (const task of tasks) expect(thread.run(task, lines)).toEqual(runLineTask(task, lines));
  await whenStarted(thread);
  for (const task of tasks) {
    const results = thread.run(task, lines);
    expect(results).toBeInstanceOf(Promise);
    expect(await results).toEqual(runLineTask(task, lines));
  }
});

it('answers with null where a line is not one product alone, or nothing is known of its family', () => {
  const [checked = [], , loaded = []] = tasks.map((task) => runLineTask(task, lines));
  expect(checked.map((one) => one !== null)).toEqual(lines.map((_, index) => index < shirts.length));
  expect(loaded.map((one) => one !== null)).toEqual(lines.map((_, index) => index < shirts.length && index !== 1));
});

it('does here what it has no time for', async () => {
  const thread = open();
  await whenStarted(thread);
  const task: LineTask = { kind: 'check', withDigests: true };
  const results = Array.from({ length: 50 }, () => thread.run(task, lines));
  expect(new Set(results.map((one) => one instanceof Promise))).toEqual(new Set([true, false]));
  for (const one of results) expect(await one).toEqual(runLineTask(task, lines));
});

it('says that it has ended, to whoever waits and to whoever comes', async () => {
  const thread = open();
  await whenStarted(thread);
  const broken = { kind: 'load', families: null } as unknown as Extract<LineTask, { kind: 'load' }>;
  const waiting = [thread.run(broken, lines), thread.run({ kind: 'check', withDigests: false }, lines)];
  const message = 'The thread that reads products has ended.';
  const failure = { message, cause: expect.any(TypeError) };
  await Promise.all(waiting.map((one) => expect(one).rejects.toMatchObject(failure)));
  expect(() => thread.run({ kind: 'check', withDigests: false }, lines)).toThrow(message);
});

it('is another one after it was closed, for the next lines', async () => {
  const thread = open();
  await whenStarted(thread);
  await thread.close();
  const [, , load] = tasks as [LineTask, LineTask, LineTask];
  expect(thread.run(load, lines)).toEqual(runLineTask(load, lines));
  await whenStarted(thread);
  expect(await thread.run(load, lines)).toEqual(runLineTask(load, lines));
});

it('is there for large files alone', () => {
  expect(createProductThread(2 ** 20)).toBe(null);
});
