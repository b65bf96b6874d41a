import { afterEach, beforeEach, expect, test } from 'vitest';
import type { SigningKey, SigningKeyStore } from '../../src/domain/signing-key/ports.ts';
import { createSigningKeyStore } from '../../src/storage/signing-key-store.ts';
import { describeEachEngine, type TestEngine } from '../support/engines.ts';

const key = (id: string, privateJwk = '{"kty":"EC","d":"é"}', createdAt = '2026-01-01T00:00:00.000Z'): SigningKey => {
  return { id, algorithm: 'ES256', privateJwk, createdAt, expiresAt: null };
};

describeEachEngine('the signing key store', (open) => {
  let opened: TestEngine;
  let store: SigningKeyStore;
  beforeEach(async () => {
    opened = await open();
    store = createSigningKeyStore(opened.engine);
  });
  afterEach(() => opened.drop());

  test('a first key is kept as it is', async () => {
    expect(await store.list()).toEqual([]);
    expect(await store.insertFirst(key('first'))).toEqual(key('first'));
    expect(await store.list()).toEqual([key('first')]);
  });

  test('of instances that make a first key at once, one wins and all take its key', async () => {
    const made = Array.from({ length: 50 }, (_, index) => key('first', `{"d":"${index}"}`));
    const kept = await Promise.all(made.map((one) => store.insertFirst(one)));
    const [stored, ...others] = await store.list();
    expect(others).toEqual([]);
    expect(new Set(kept.map(({ privateJwk }) => privateJwk))).toEqual(new Set([stored?.privateJwk]));
  });

  test('of rotations at once, one key signs in the end', async () => {
    await store.insertFirst(key('first'));
    const made = Array.from({ length: 8 }, (_, index) => key(`next-${index}`));
    await Promise.all(made.map((one) => store.rotate(one, '2026-03-01T00:00:00.000Z')));
    expect((await store.list()).filter(({ expiresAt }) => expiresAt === null)).toHaveLength(1);
  });

  test('keys are listed newest first', async () => {
    const [old, young] = [key('b', '{}', '2026-01-01T00:00:00.000Z'), key('a', '{}', '2026-01-01T00:00:00.001Z')];
    await store.insertFirst(old);
    await store.insertFirst(young);
    expect(await store.list()).toEqual([young, old]);
  });

  test('a rotation adds a key and lets the others expire, without prolonging one that does already', async () => {
    for (const [id, othersExpireAt] of [
      ['a', '2026-03-01T00:00:00.000Z'],
      ['b', '2026-03-02T00:00:00.000Z'],
      ['c', '2026-03-03T00:00:00.000Z'],
    ] as const) {
      await store.rotate(key(id), othersExpireAt);
    }
    const expiries = async () => (await store.list()).map(({ id, expiresAt }) => [id, expiresAt]);
    expect(await expiries()).toEqual([
      ['a', '2026-03-02T00:00:00.000Z'],
      ['b', '2026-03-03T00:00:00.000Z'],
      ['c', null],
    ]);
    await store.removeExpired('2026-03-02T00:00:00.000Z');
    expect((await expiries()).map(([id]) => id)).toEqual(['b', 'c']);
  });

  test('a rotation happens in full or not at all', async () => {
    await store.insertFirst(key('first'));
    await expect(store.rotate(key('first'), '2026-03-01T00:00:00.000Z')).rejects.toThrow();
    expect(await store.list()).toEqual([key('first')]);
  });

  test('a key is removed once', async () => {
    await store.insertFirst(key('first'));
    expect([await store.remove('first'), await store.remove('first')]).toEqual([true, false]);
    expect(await store.list()).toEqual([]);
  });
});
