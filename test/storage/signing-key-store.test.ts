import { afterEach, beforeEach, expect, test } from 'vitest';
import type { SigningKey, SigningKeyStore } from '../../src/domain/stores.ts';
import { createSigningKeyStore } from '../../src/storage/signing-key-store.ts';
import { describeEachEngine, type TestEngine } from '../support/engines.ts';

const key = (id: string, privateJwk = '{"kty":"EC","d":"é"}', createdAt = '2026-01-01T00:00:00.000Z'): SigningKey => {
  return { id, algorithm: 'ES256', privateJwk, createdAt };
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

  test('keys are listed newest first', async () => {
    const [old, young] = [key('b', '{}', '2026-01-01T00:00:00.000Z'), key('a', '{}', '2026-01-01T00:00:00.001Z')];
    await store.insertFirst(old);
    await store.insertFirst(young);
    expect(await store.list()).toEqual([young, old]);
  });
});
