import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createTokenKeys, rotateSigningKey } from '../../src/auth/token-keys.ts';
import { createTokens } from '../../src/auth/tokens.ts';
import type { SigningKeyStore } from '../../src/domain/signing-key/ports.ts';
import { applicationKey } from '../support/billing-records.ts';
import { type EmbeddedStores, openEmbeddedStores } from '../support/embedded-stores.ts';

let opened: EmbeddedStores;
let clock: number;
/** Added to the time of day. */
let laterMs: number;
let reads: number;

beforeEach(async () => {
  opened = await openEmbeddedStores();
  clock = 1_000_000;
  laterMs = 0;
  reads = 0;
});
afterEach(() => opened.drop());

const now = () => new Date(Date.now() + laterMs);

/** Another instance of the gateway on the same database. */
function startInstance() {
  const { signingKeys } = opened.stores;
  const counted: SigningKeyStore = {
    ...signingKeys,
    list: () => {
      reads += 1;
      return signingKeys.list();
    },
  };
  return createTokenKeys({ store: counted, monotonicNow: () => clock, now });
}

it('the first start makes the one key, and later ones find it', async () => {
  await Promise.all(Array.from({ length: 5 }, () => startInstance().current()));
  expect(await opened.stores.signingKeys.list()).toHaveLength(1);
  expect((await startInstance().current()).id).toBe('first');
});

it('a token of one instance is good for the others', async () => {
  const { applicationKeys } = opened.stores;
  await applicationKeys.insert(applicationKey({ clientId: 'shop' }));
  const [one, other] = [startInstance(), startInstance()].map((keys) => createTokens({ keys, applicationKeys }));
  const token = await one?.issue('shop', 'implicit', new Date());
  expect(await other?.verify(token?.accessToken ?? '')).toMatchObject({ clientId: 'shop' });
});

it('a flood of unknown key ids reads the database a few times, and then once a second', async () => {
  const keys = startInstance();
  await keys.current();
  for (let i = 0; i < 100; i++) expect(await keys.find(`forged-${i}`)).toBeNull();
  const burst = reads;
  expect(burst).toBeLessThan(10);
  for (const expected of [1, 2, 3]) {
    clock += 1000;
    const found = await Promise.all(Array.from({ length: 1000 }, (_, index) => keys.find(`forged-${index}`)));
    expect(new Set(found)).toEqual(new Set([null]));
    expect(reads - burst).toBe(expected);
  }
});

it('known keys are read again every five seconds, however many tokens come', async () => {
  const keys = startInstance();
  for (const expected of [1, 2, 3]) {
    for (let i = 0; i < 100; i++) expect(await keys.find('first')).not.toBeNull();
    clock += 4999;
    await Promise.all(Array.from({ length: 100 }, () => keys.current()));
    expect(reads).toBe(expected);
    clock += 1;
  }
});

it('a key that is read again is the same, so that tokens which it has verified are known again', async () => {
  const keys = startInstance();
  const key = await keys.find('first');
  clock += 5000;
  expect(await keys.find('first')).toBe(key);
  expect(reads).toBe(2);
});

it('a key that came later is found when a token names it', async () => {
  const keys = startInstance();
  await keys.current();
  const [first] = await opened.stores.signingKeys.list();
  if (!first) throw new Error('There is no first key.');
  await opened.stores.signingKeys.insertFirst({ ...first, id: 'second', createdAt: '2100-01-01T00:00:00.000Z' });
  expect(await keys.find('second')).not.toBeNull();
});

it('a read that failed is not kept', async () => {
  const { signingKeys } = opened.stores;
  let isDown = true;
  const list = () => (isDown ? Promise.reject(new Error('down')) : signingKeys.list());
  const keys = createTokenKeys({ store: { ...signingKeys, list }, monotonicNow: () => clock, now });
  await expect(keys.current()).rejects.toThrow('down');
  await expect(keys.find('first')).rejects.toThrow('down');
  isDown = false;
  clock += 1000;
  expect((await keys.current()).id).toBe('first');
});

it('while the database is down the keys that are known go on working, and others can not be told from forged ones', async () => {
  const { signingKeys } = opened.stores;
  let isDown = false;
  const list = () => (isDown ? Promise.reject(new Error('down')) : signingKeys.list());
  const keys = createTokenKeys({ store: { ...signingKeys, list }, monotonicNow: () => clock, now });
  await keys.current();
  isDown = true;
  clock += 60_000;
  expect(await keys.find('first')).not.toBeNull();
  expect((await keys.current()).id).toBe('first');
  await expect(keys.find('second')).rejects.toThrow('down');
});

describe('after a rotation', () => {
  it('every instance signs with the new key within five seconds, and verifies with both', async () => {
    const instances = [startInstance(), startInstance()];
    for (const keys of instances) await keys.current();
    const id = await rotateSigningKey(opened.stores.signingKeys, now());
    for (const keys of instances) expect(await keys.find(id)).not.toBeNull();
    clock += 5000;
    for (const keys of instances) {
      expect((await keys.current()).id).toBe(id);
      expect(await keys.find('first')).not.toBeNull();
    }
  });

  it('a token of before is good for the rest of its hour', async () => {
    const { applicationKeys, signingKeys } = opened.stores;
    await applicationKeys.insert(applicationKey({ clientId: 'shop' }));
    const tokens = createTokens({ keys: startInstance(), applicationKeys });
    const before = await tokens.issue('shop', 'implicit', now());
    await rotateSigningKey(signingKeys, now());
    clock += 60_000;
    expect(await tokens.verify(before?.accessToken ?? '')).toMatchObject({ clientId: 'shop' });
    const after = await tokens.issue('shop', 'implicit', now());
    expect(kidOf(after?.accessToken)).not.toBe(kidOf(before?.accessToken));
    expect(await tokens.verify(after?.accessToken ?? '')).toMatchObject({ clientId: 'shop' });
  });

  it('the old key goes once the last of its tokens has expired, also from the database', async () => {
    const keys = startInstance();
    await keys.current();
    const id = await rotateSigningKey(opened.stores.signingKeys, now());
    laterMs = 3_600_000 + 10_000;
    clock += 5000;
    expect(await keys.find('first')).not.toBeNull();
    laterMs = 3_600_000 + 120_000;
    expect(await keys.find('first')).toBeNull();
    clock += 5000;
    expect((await keys.current()).id).toBe(id);
    expect((await opened.stores.signingKeys.list()).map((key) => key.id)).toEqual([id]);
  });

  it('the old key verifies for an hour, five seconds and a minute: of an instance that has not seen the new one, with a clock ahead', async () => {
    await startInstance().current();
    await rotateSigningKey(opened.stores.signingKeys, new Date('2100-01-01T00:00:00.000Z'));
    const ends = (await opened.stores.signingKeys.list()).map(({ expiresAt }) => expiresAt);
    expect(ends).toEqual([null, '2100-01-01T01:01:05.000Z']);
  });

  it('another one may follow at once', async () => {
    const keys = startInstance();
    await keys.current();
    const ids = [];
    for (let i = 0; i < 3; i++) ids.push(await rotateSigningKey(opened.stores.signingKeys, now()));
    clock += 5000;
    expect((await keys.current()).id).toBe(ids[2]);
    for (const id of ['first', ...ids]) expect(await keys.find(id)).not.toBeNull();
  });
});

it('a key that was removed verifies nothing within five seconds', async () => {
  const keys = startInstance();
  await keys.current();
  await rotateSigningKey(opened.stores.signingKeys, now());
  await opened.stores.signingKeys.remove('first');
  clock += 5000;
  expect(await keys.find('first')).toBeNull();
});

it('nothing is signed by a key that has been replaced, though its successor was removed', async () => {
  const keys = startInstance();
  await keys.current();
  await opened.stores.signingKeys.remove(await rotateSigningKey(opened.stores.signingKeys, now()));
  clock += 5000;
  await expect(keys.current()).rejects.toThrow('There is no signing key.');
  expect(await keys.find('first')).not.toBeNull();
});

function kidOf(token = ''): unknown {
  return JSON.parse(Buffer.from(token.split('.')[0] ?? '', 'base64url').toString()).kid;
}
