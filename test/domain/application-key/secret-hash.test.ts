import { describe, expect, it } from 'vitest';
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

  it('fits nothing where there is no hash, and costs the same', async () => {
    const hash = await hashSecret('one');
    const timed = async (secretHash: string | null) => {
      const start = performance.now();
      expect(await verifySecret('wrong', secretHash)).toBe(false);
      return performance.now() - start;
    };
    // In turns, and the quickest of each: what else the machine does must not count.
    const times: [known: number, unknown: number][] = [];
    for (let i = 0; i < 15; i++) times.push([await timed(hash), await timed(null)]);
    const [known, unknown] = [0, 1].map((index) => Math.min(...times.map((pair) => pair[index] ?? 0))) as [
      number,
      number,
    ];
    expect(unknown / known).toBeGreaterThan(0.5);
    expect(unknown / known).toBeLessThan(2);
  });

  it.each(['', 'secret', 'scrypt:1', 'scrypt:16384:8:1:c2FsdA:short', 'argon2:1:1:1:c2FsdA:aaaa'])(
    'is not compared with a hash that is none of ours: %j',
    async (hash) => {
      await expect(verifySecret('secret', hash)).rejects.toThrow('The stored hash of a secret is not one of ours.');
    },
  );
});
