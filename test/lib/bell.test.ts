import { expect, it } from 'vitest';
import { createBell } from '../../src/lib/bell.ts';

const long = 60_000;

it('lets who waits go on when it rings', async () => {
  const bell = createBell();
  const waiting = bell.wait(long);
  bell.ring();
  await waiting;
});

it('lets who waits go on when the time is over', async () => {
  await createBell().wait(1);
});

it('is not missed by who waits later, and counts once', async () => {
  const bell = createBell();
  bell.ring();
  bell.ring();
  await bell.wait(long);
  const again = bell.wait(long).then(() => 'rang');
  expect(await Promise.race([again, new Promise((resolve) => setTimeout(resolve, 5, 'waits'))])).toBe('waits');
  bell.ring();
  expect(await again).toBe('rang');
});
