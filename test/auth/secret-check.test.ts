import { expect, it } from 'vitest';
import { createSecretCheck } from '../../src/auth/secret-check.ts';
import { HttpProblem } from '../../src/http/http-problem.ts';
import { heapBytes } from '../support/collect-garbage.ts';

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
  const endOne = async () => {
    ends.shift()?.();
    await settle();
  };
  const endAll = async () => {
    for (await settle(); ends.length > 0; ) await endOne();
  };
  return { check, endOne, endAll, settle, running: () => running };
}

it('two secrets are checked at once, and the others in their turn', async () => {
  const { check, endAll, settle, running } = createHeld();
  const secrets = Array.from({ length: 60 }, (_, index) => (index % 2 ? 'right' : 'wrong'));
  const answers = secrets.map((secret) => check('one', secret, null));
  await settle();
  expect(running()).toBe(2);
  await endAll();
  expect(await Promise.all(answers)).toEqual(secrets.map((secret) => secret === 'right'));
  expect(running()).toBe(0);
});

const bounds: [string, (index: number) => string, number][] = [
  ['of one address', () => 'one', 2 + 64],
  ['of all', (index) => `${index}`, 2 + 512],
];

it.each(bounds)(
  'who would wait too long is refused at once, and the others %s are not',
  async (_, addressOf, count) => {
    const { check, endAll } = createHeld();
    const send = (index: number) => check(addressOf(index), 'right', null).catch((error: unknown) => error);
    const answers = Array.from({ length: 1000 }, (_, index) => send(index));
    await endAll();
    const settled = await Promise.all(answers);
    const refusals = settled.filter((answer) => answer instanceof HttpProblem);
    expect(refusals).toHaveLength(1000 - count);
    expect(refusals[0]).toMatchObject({ status: 503, headers: { 'Retry-After': '1' } });
    expect(settled.filter((answer) => answer === true)).toHaveLength(count);
    const later = send(0);
    await endAll();
    expect(await later).toBe(true);
  },
);

it.each(bounds)('those %s that are answered make room for as many', async (_, addressOf, count) => {
  const { check, endOne, endAll, settle } = createHeld();
  const send = (_: unknown, index: number) => check(addressOf(index), 'right', null).catch((error: unknown) => error);
  const first = Array.from({ length: count }, send);
  await settle();
  for (let ended = 0; ended < count - 1; ended += 1) await endOne();
  const then = Array.from({ length: count }, (_, index) => send(_, count + index));
  await endAll();
  expect(new Set(await Promise.all(first))).toEqual(new Set([true]));
  const refused = (await Promise.all(then)).map((answer) => answer instanceof HttpProblem);
  expect(refused).toEqual(Array.from(then, (_, index) => index === count - 1));
});

it('one address that sends many does not keep others waiting for more than those that run', async () => {
  const { check, endOne, endAll, settle } = createHeld();
  const many = Array.from({ length: 60 }, () => check('many', 'wrong', null));
  await settle();
  let isAnswered = false;
  const other = check('other', 'right', null).then(() => (isAnswered = true));
  // Two run, two are next, then the other's.
  for (let ended = 0; ended < 5; ended += 1) await endOne();
  expect(isAnswered).toBe(true);
  await endAll();
  await Promise.all([...many, other]);
});

it('a check that fails gives its place to the next', async () => {
  const { check, endAll } = createHeld();
  const answers = ['broken', 'broken', 'broken', 'right'].map((secret) => check('one', secret, null));
  const settled = Promise.allSettled(answers);
  await endAll();
  expect((await settled).map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected', 'fulfilled']);
});

it('addresses take no memory once they are answered', async () => {
  const check = createSecretCheck(async () => true);
  const before = heapBytes();
  for (let round = 0; round < 100; round += 1)
    await Promise.all(Array.from({ length: 200 }, (_, index) => check(`${round} ${index}`, 'right', null)));
  expect(heapBytes() - before).toBeLessThan(5_000_000);
  expect(await check('one', 'right', null)).toBe(true);
});
