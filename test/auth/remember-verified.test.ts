import { expect, it } from 'vitest';
import { rememberVerified } from '../../src/auth/remember-verified.ts';
import type { Actor } from '../../src/domain/request-context.ts';

function create(maxTokens = 2) {
  // As `performance.now()`, it is never 0.
  let clockMs = 1;
  const asked: string[] = [];
  const verify = rememberVerified(
    async (token): Promise<Actor> => {
      asked.push(token);
      if (token === 'faulty') throw new Error('faulty');
      return { clientId: token, grant: 'implicit', accountId: null, customerId: null, accountTagIds: [] };
    },
    { monotonicNow: () => clockMs, maxTokens },
  );
  return { verify, asked, wait: (ms: number) => (clockMs += ms) };
}

it('a token is verified once a second', async () => {
  const { verify, asked, wait } = create();
  await Promise.all([verify('a'), verify('a')]);
  expect(await verify('a')).toMatchObject({ clientId: 'a' });
  expect(asked).toEqual(['a']);
  wait(999);
  await verify('a');
  expect(asked).toEqual(['a']);
  wait(2);
  await verify('a');
  expect(asked).toEqual(['a', 'a']);
});

it('a refusal is not remembered', async () => {
  const { verify, asked } = create();
  await expect(verify('faulty')).rejects.toThrow('faulty');
  await expect(verify('faulty')).rejects.toThrow('faulty');
  expect(asked).toHaveLength(2);
});

it('no more tokens are remembered than may be', async () => {
  const { verify, asked } = create(2);
  for (const token of ['a', 'b', 'c', 'a']) await verify(token);
  expect(asked).toEqual(['a', 'b', 'c', 'a']);
});
