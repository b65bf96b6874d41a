import { expect, it } from 'vitest';
import { retryConflicts } from '../../../src/storage/engines/retry-conflicts.ts';

const conflict = new Error('conflict');
const isConflict = (error: unknown) => error === conflict;

function failing(times: number, error = conflict) {
  let made = 0;
  const attempt = async () => {
    made += 1;
    if (made <= times) throw error;
    return made;
  };
  return { attempt, made: () => made };
}

it('makes an attempt again that met others', async () => {
  const { attempt } = failing(3);
  expect(await retryConflicts(attempt, { isConflict })).toBe(4);
});

it('gives up after six', async () => {
  const { attempt, made } = failing(100);
  await expect(retryConflicts(attempt, { isConflict })).rejects.toBe(conflict);
  expect(made()).toBe(6);
});

it('makes nothing again that failed for another reason', async () => {
  const other = new Error('other');
  const { attempt, made } = failing(1, other);
  await expect(retryConflicts(attempt, { isConflict })).rejects.toBe(other);
  expect(made()).toBe(1);
});

it('makes nothing again that nobody waits for', async () => {
  const gone = new Error('gone');
  const { attempt, made } = failing(1);
  const expectWaiting = () => {
    throw gone;
  };
  await expect(retryConflicts(attempt, { isConflict, expectWaiting })).rejects.toBe(gone);
  expect(made()).toBe(1);
});
