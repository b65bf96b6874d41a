import { EventEmitter } from 'node:events';
import { expect, it } from 'vitest';
import { createAnsweringThread } from '../../src/lib/answering-thread.ts';

it('a task that can not be sent takes no answer of another', async () => {
  const thread = Object.assign(new EventEmitter(), {
    postMessage: (task: unknown) => void structuredClone(task),
    terminate: async () => undefined,
  });
  const { run, ...answering } = createAnsweringThread<unknown, string>(thread, 'is tested');
  thread.emit('message', 'ready');
  expect(() => run(() => undefined)).toThrow('could not be cloned');
  const answer = run('the next one');
  thread.emit('message', 'its answer');
  expect(await answer).toBe('its answer');
  expect(answering.waiting).toBe(0);
});
