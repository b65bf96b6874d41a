import { createHook } from 'node:async_hooks';
import { describe, expect, it, onTestFinished } from 'vitest';
import { hashSecret, verifySecret } from '../../../src/domain/application-key/secret-hash.ts';

describe('a secret', () => {
  it('fits its own hash and no other', async () => {
    const [one, other] = [await hashSecret('one'), await hashSecret('other')];
    expect(await verifySecret('one', one)).toBe(true);
    expect(await verifySecret('one', other)).toBe(false);
    expect(await verifySecret('on', one)).toBe(false);
    expect(await verifySecret('', one)).toBe(false);
  });

  it('is hashed with a salt of its own, and the hash says how', async () => {
    const hashes = [await hashSecret('same'), await hashSecret('same')];
    expect(new Set(hashes).size).toBe(2);
    for (const hash of hashes) expect(hash).toMatch(/^scrypt:16384:8:1:[\w-]{22}:[\w-]{43}$/);
  });

  it('may hold any character', async () => {
    const secret = 'clé 😀 "\\ %00';
    expect(await verifySecret(secret, await hashSecret(secret))).toBe(true);
  });

  it('fits a hash that was made at another cost', async () => {
    // scrypt('secret', 'salt-salt-salt-s', 32, { N: 1024, r: 4, p: 2 })
    const hash = 'scrypt:1024:4:2:c2FsdC1zYWx0LXNhbHQtcw:MlfIV99Htkvt1cGmOQzKnrmG5-SVU8s38SkdztBl-2U';
    expect(await verifySecret('secret', hash)).toBe(true);
    expect(await verifySecret('Secret', hash)).toBe(false);
  });

  it('fits nothing where there is no hash, and is hashed all the same', async () => {
    const hash = await hashSecret('one');
    let hashed = 0;
    const hook = createHook({ init: (_id, type) => (hashed += Number(type === 'SCRYPTREQUEST')) }).enable();
    onTestFinished(() => void hook.disable());
    expect(await verifySecret('wrong', hash)).toBe(false);
    expect(hashed).toBe(1);
    expect(await verifySecret('wrong', null)).toBe(false);
    expect(hashed).toBe(2);
  });

  it.each(['', 'secret', 'scrypt:1', 'scrypt:16384:8:1:c2FsdA:short', 'argon2:1:1:1:c2FsdA:aaaa'])(
    'is not compared with a hash that is none of ours: %j',
    async (hash) => {
      await expect(verifySecret('secret', hash)).rejects.toThrow('The stored hash of a secret is not one of ours.');
    },
  );
});
