import { expect, it } from 'vitest';
import { createSecretCheck } from '../../src/auth/secret-check.ts';
import { HttpProblem } from '../../src/http/http-problem.ts';

/** Checks that end when the test says so. */
function createHeld() {
  const ends: (() => void)[] = [];
  let running = 0;
  const check = createSecretCheck(async (secret) => {
    running += 1;
    await new Promise<void>((resolve) => ends.push(resolve));
    running -= 1;
    if (secret === 'broken') throw new Error('broken');
    return secret === 'right';
  });
  const settle = () => new Promise((resolve) => setImmediate(resolve));
  const endAll = async () => {
    for (await settle(); ends.length > 0; await settle()) ends.shift()?.();
  };
  return { check, endAll, settle, running: () => running };
}

it('two secrets are checked at once, and the others in their turn', async () => {
  const { check, endAll, settle, running } = createHeld();
  const secrets = Array.from({ length: 100 }, (_, index) => (index % 2 ? 'right' : 'wrong'));
  const answers = secrets.map((secret) => check(secret, null));
  await settle();
  expect(running()).toBe(2);
  await endAll();
  expect(await Promise.all(answers)).toEqual(secrets.map((secret) => secret === 'right'));
  expect(running()).toBe(0);
});

it('who would wait too long is refused at once, and the others are not', async () => {
  const { check, endAll } = createHeld();
  const answers = Array.from({ length: 1000 }, () => check('right', null).catch((error: unknown) => error));
  await endAll();
  const settled = await Promise.all(answers);
  const refusals = settled.filter((answer) => answer instanceof HttpProblem);
  expect(refusals).toHaveLength(1000 - 130);
  expect(refusals[0]).toMatchObject({ status: 503, headers: { 'Retry-After': '1' } });
  expect(settled.filter((answer) => answer === true)).toHaveLength(130);
});

it('a check that fails gives its place to the next', async () => {
  const { check, endAll } = createHeld();
  const answers = ['broken', 'broken', 'broken', 'right'].map((secret) => check(secret, null));
  const settled = Promise.allSettled(answers);
  await endAll();
  expect((await settled).map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected', 'fulfilled']);
});
