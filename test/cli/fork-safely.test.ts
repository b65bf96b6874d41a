import { fork } from 'node:child_process';
import { expect, it } from 'vitest';
import { forkSafely } from '../../src/cli/fork-safely.ts';

it.each([
  ['later', '/nowhere/node', 'ENOENT'],
  ['at once', '/dev/null/node', 'ENOTDIR'],
])('a process that can not be started is told, as the system says it %s', async (_, execPath, code) => {
  const { promise, resolve } = Promise.withResolvers<unknown>();
  forkSafely(() => fork('nothing.js', { execPath }), {
    pidOf: ({ pid }) => pid,
    onUnstarted: resolve,
    onError: (error) => expect.fail(String(error)),
  });
  expect(await promise).toMatchObject({ code });
});
