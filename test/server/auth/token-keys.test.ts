import { afterEach, beforeEach, expect, it } from 'vitest';
import type { SigningKeyStore } from '../../../src/domain/stores.ts';
import { createTokenKeys } from '../../../src/server/auth/token-keys.ts';
import { createTokens } from '../../../src/server/auth/tokens.ts';
import { applicationKey } from '../../support/billing-records.ts';
import { type EmbeddedStores, openEmbeddedStores } from '../../support/embedded-stores.ts';

let opened: EmbeddedStores;
let clock: number;
let reads: number;

beforeEach(async () => {
  opened = await openEmbeddedStores();
  clock = 1_000_000;
  reads = 0;
});
afterEach(() => opened.drop());

/** Another instance of the gateway on the same database. */
function startInstance() {
  const { signingKeys } = opened.stores;
  const counted: SigningKeyStore = {
    insertFirst: (key) => signingKeys.insertFirst(key),
    list: () => {
      reads += 1;
      return signingKeys.list();
    },
  };
  return createTokenKeys(counted, () => clock);
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

it('a flood of unknown key ids reads the database once a second', async () => {
  const keys = startInstance();
  await keys.current();
  const flood = () => Promise.all(Array.from({ length: 1000 }, (_, index) => keys.find(`forged-${index}`)));
  for (const expected of [1, 2, 3]) {
    expect(new Set(await flood())).toEqual(new Set([null]));
    expect(await flood()).toContain(null);
    expect(reads).toBe(expected);
    clock += 1000;
  }
});

it('a known key id never reads it again', async () => {
  const keys = startInstance();
  await keys.current();
  clock += 60_000;
  expect(await keys.find('first')).not.toBeNull();
  expect(reads).toBe(1);
});

it('a key that came later is found when a token names it', async () => {
  const keys = startInstance();
  await keys.current();
  const [first] = await opened.stores.signingKeys.list();
  if (!first) throw new Error('There is no first key.');
  await opened.stores.signingKeys.insertFirst({ ...first, id: 'second', createdAt: '2100-01-01T00:00:00.000Z' });
  expect(await keys.find('second')).toBeNull();
  clock += 1000;
  expect(await keys.find('second')).not.toBeNull();
});

it('a read that failed is not kept', async () => {
  const { signingKeys } = opened.stores;
  let isDown = true;
  const list = () => (isDown ? Promise.reject(new Error('down')) : signingKeys.list());
  const keys = createTokenKeys({ ...signingKeys, list }, () => clock);
  await expect(keys.current()).rejects.toThrow('down');
  isDown = false;
  expect((await keys.current()).id).toBe('first');
});
