import { expect, it } from 'vitest';
import { oneAtATime } from '../../src/lib/one-at-a-time.ts';

it('who calls while it runs gets the same result, or failure, and who calls after it another run', async () => {
  let runs = 0;
  const run = oneAtATime(async () => {
    runs += 1;
    await null;
    if (runs === 2) throw new Error('the second');
    return runs;
  });
  expect(await Promise.all([run(), run()])).toEqual([1, 1]);
  const failed = await Promise.allSettled([run(), run()]);
  expect(failed.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(await run()).toBe(3);
});
