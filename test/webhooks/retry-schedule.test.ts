import { expect, it } from 'vitest';
import { pauseAfter } from '../../src/webhooks/retry-schedule.ts';

it('attempts become rarer, and stay at two hours', () => {
  const seconds = [1, 2, 3, 4, 5, 6, 7, 8, 100].map((attempts) => pauseAfter(attempts, 0.5) / 1000);
  expect(seconds).toEqual([5, 30, 120, 600, 1800, 3600, 7200, 7200, 7200]);
});

it('each comes up to a fifth sooner or later', () => {
  expect([0, 1].map((random) => pauseAfter(1, random))).toEqual([4000, 6000]);
});
