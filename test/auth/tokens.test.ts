import { decodeJwt } from 'jose';
import { beforeAll, describe, expect, it } from 'vitest';
import { createTokenKeys } from '../../src/auth/token-keys.ts';
import { createTokens, type Tokens } from '../../src/auth/tokens.ts';
import { DomainError } from '../../src/domain/errors.ts';
import { parseAuthorization } from '../../src/http/authorization.ts';
import { applicationKey } from '../support/billing-records.ts';
import { openEmbeddedStores } from '../support/embedded-stores.ts';
import { useOpened } from '../support/use-opened.ts';
import { errorOf } from '../support/violations-of.ts';
import { createForger, type Forger, forgeries } from './forgeries.ts';

const key = applicationKey({ clientId: 'shop' });
const seconds = () => Math.floor(Date.now() / 1000);

const opened = useOpened(openEmbeddedStores);
let tokens: Tokens;
let forger: Forger;

const tokenKeys = () =>
  createTokenKeys({
    store: opened.stores.signingKeys,
    monotonicNow: () => performance.now(),
    now: () => new Date(),
  });

beforeAll(async () => {
  const { signingKeys, applicationKeys } = opened.stores;
  await applicationKeys.insert(key);
  tokens = createTokens({ keys: tokenKeys(), applicationKeys });
  forger = await createForger(tokens, signingKeys, 'shop');
});

describe('a token', () => {
  it.each(['client_credentials', 'implicit'] as const)('of the grant %s says who bears it', async (grant) => {
    expect(await tokens.verify(await forger.issue(grant))).toEqual({
      clientId: 'shop',
      grant,
      accountId: null,
      customerId: null,
      accountTagIds: [],
    });
  });

  it('lives for an hour', async () => {
    const now = new Date('2026-03-04T05:06:07.890Z');
    const issued = await tokens.issue('shop', 'implicit', now);
    expect(issued?.expiresAt.toISOString()).toBe('2026-03-04T06:06:07.000Z');
    const seconds = now.getTime() / 1000;
    expect(decodeJwt(issued?.accessToken ?? '')).toMatchObject({
      iat: Math.floor(seconds),
      exp: Math.floor(seconds) + 3600,
    });
  });

  it('counts as a use of its application key, which is noted once a minute', async () => {
    const first = '2100-03-04T05:06:07.890Z';
    for (const [now, noted] of [
      [first, first],
      ['2100-03-04T05:07:07.889Z', first],
      ['2100-03-04T05:07:07.890Z', '2100-03-04T05:07:07.890Z'],
    ] as const) {
      await tokens.issue('shop', 'implicit', new Date(now));
      const { lastUsedAt } = (await opened.stores.applicationKeys.getMany([key.id])).get(key.id) ?? {};
      expect(lastUsedAt).toBe(noted);
    }
  });

  it('is issued, too, while the store takes no writes; that its key was used is told instead', async () => {
    const cause = new Error('read-only');
    const told: unknown[] = [];
    const issueWhere = (error: Error) =>
      createTokens({
        keys: tokenKeys(),
        applicationKeys: { ...opened.stores.applicationKeys, markUsed: () => Promise.reject(error) },
        onUnmarked: (why) => told.push(why),
      }).issue('shop', 'implicit', new Date('2200-03-04T05:06:07.890Z'));
    const issued = await issueWhere(new DomainError('UNAVAILABLE', 'No writes.', [], { cause }));
    expect(decodeJwt(issued?.accessToken ?? '').sub).toBe('shop');
    expect(told).toEqual([cause]);
    await expect(issueWhere(new Error('a bug'))).rejects.toThrow('a bug');
  });

  it('is not issued for a client that nobody knows', async () => {
    expect(await tokens.issue('nobody', 'implicit', new Date())).toBeNull();
  });

  it('may speak for an account', async () => {
    expect(await tokens.verify(await forger.sign({ account_id: 'acme' }))).toMatchObject({ accountId: 'acme' });
  });

  it('survives clocks that differ by a few seconds', async () => {
    const expiry = { iat: seconds() - 3598, exp: seconds() - 2 };
    expect(await tokens.verify(await forger.sign(expiry))).toMatchObject({ clientId: 'shop' });
  });

  it('counts at once where its instance’s clock is ahead by less than a minute', async () => {
    const issued = await tokens.issue('shop', 'implicit', new Date(Date.now() + 50_000));
    expect(await tokens.verify(issued?.accessToken ?? '')).toMatchObject({ clientId: 'shop' });
  });
});

it('a token that can not be checked for the moment is not called wrong', async () => {
  const isAway = async () => {
    throw new DomainError('UNAVAILABLE', 'The database is away.');
  };
  const { applicationKeys } = opened.stores;
  const others = createTokens({ keys: { current: isAway, find: isAway }, applicationKeys });
  const token = await forger.issue();
  expect((await errorOf(() => others.verify(token))).code).toBe('UNAVAILABLE');
});

describe('a token is refused that', () => {
  it.each(Object.entries(forgeries))('%s', async (_, forge) => {
    const token = await forge(forger);
    const error = await errorOf(() => tokens.verify(token));
    expect(error.code).toBe('UNAUTHENTICATED');
    expect(error.message).toBe('The bearer token is not valid, or no longer. Ask for a new one.');
  });

  it('is a megabyte long', async () => {
    const token = `${'A'.repeat(1_000_000)}.A.A`;
    expect((await errorOf(() => tokens.verify(token))).code).toBe('UNAUTHENTICATED');
  });
});

describe('the Authorization header', () => {
  it.each([
    ['Bearer a.b.c', 'a.b.c'],
    ['bearer a.b.c', 'a.b.c'],
    ['BEARER   a-_~+/.b==', 'a-_~+/.b=='],
  ])('carries a token: %s', (header, token) => {
    expect(parseAuthorization(header)).toBe(token);
  });

  it.each([
    '',
    'Bearer',
    'Bearer ',
    'Bearera.b.c',
    'a.b.c',
    'Basic dXNlcjpwYXNz',
    'Bearer a b',
    'Bearer a.b.c, Bearer a.b.c',
    'Bearer a=b',
    'Bearer é',
    `Bearer ${'a'.repeat(1_000_000)}!`,
  ])('is refused otherwise: %.40s', async (header) => {
    expect((await errorOf(() => parseAuthorization(header))).code).toBe('UNAUTHENTICATED');
  });
});
