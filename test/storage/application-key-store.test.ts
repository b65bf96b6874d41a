import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ApplicationKeyCredentials } from '../../src/domain/application-key/ports.ts';
import { createApplicationKeyStore } from '../../src/storage/application-key-store.ts';
import { applicationKey } from '../support/billing-records.ts';
import { describeEachEngine } from '../support/engines.ts';
import { storableText } from '../support/unicode.ts';
import { useMade, useOpened } from '../support/use-opened.ts';
import { errorOf } from '../support/violations-of.ts';

const withoutHash = ({ secretHash: _, ...key }: ApplicationKeyCredentials) => key;

describeEachEngine('the application key store', (open) => {
  const opened = useOpened(open);
  const store = useMade(() => createApplicationKeyStore(opened.engine));

  const inserted = async (changes: Partial<ApplicationKeyCredentials> = {}) => {
    const key = applicationKey(changes);
    await store.insert(key);
    return key;
  };
  const read = async (id: string) => (await store.getMany([id])).get(id);

  test('the hash of the secret is only ever read with the credentials', async () => {
    const key = await inserted({ secretHash: 'scrypt:1', reservedRateLimit: 2_147_483_647 });
    expect(await store.findCredentials(key.clientId)).toStrictEqual(key);
    expect(await read(key.id)).toStrictEqual(withoutHash(key));
    expect(await store.rename({ id: key.id, name: 'New', now: key.updatedAt })).not.toHaveProperty('secretHash');
    expect(await store.findCredentials('nobody')).toBeNull();
    expect(await store.getMany([])).toEqual(new Map());
  });

  test('a rename answers the row as it was committed', async () => {
    const key = await inserted();
    const now = '2026-05-05T05:05:05.555Z';
    const renamed = await store.rename({ id: key.id, name: 'New', now: now });
    expect(renamed).toStrictEqual({ ...withoutHash(key), name: 'New', updatedAt: now });
    expect(await read(key.id)).toStrictEqual(renamed);
  });

  test('a rename of an unknown key changes nothing', async () => {
    const key = await inserted();
    expect(await store.rename({ id: randomUUID(), name: 'New', now: '2027-01-01T00:00:00.000Z' })).toBeNull();
    expect(await read(key.id)).toStrictEqual(withoutHash(key));
  });

  test('updated_at never goes back, though the clock does', async () => {
    const key = await inserted({ updatedAt: '2026-06-01T00:00:00.500Z' });
    const renamed = await store.rename({ id: key.id, name: 'Earlier', now: '2026-06-01T00:00:00.499Z' });
    expect(renamed).toMatchObject({ name: 'Earlier', updatedAt: '2026-06-01T00:00:00.500Z' });
  });

  test('of concurrent renames the last one committed stands, and each answer was true', async () => {
    const key = await inserted();
    const moments = Array.from({ length: 200 }, (_, index) => new Date(Date.UTC(2026, 6, 1) + ((index * 7919) % 200)));
    const answers = await Promise.all(
      moments.map((moment, index) => store.rename({ id: key.id, name: `Name ${index}`, now: moment.toISOString() })),
    );
    expect(answers.map((answer) => answer?.name)).toEqual(moments.map((_, index) => `Name ${index}`));
    const final = await read(key.id);
    expect(answers).toContainEqual(final);
    expect(final?.updatedAt).toBe('2026-07-01T00:00:00.199Z');
    answers.forEach((answer, index) => {
      expect(answer?.updatedAt.localeCompare(moments[index]?.toISOString() ?? '')).toBeGreaterThanOrEqual(0);
    });
  });

  test('a use is noted, without an update', async () => {
    const key = await inserted();
    await store.markUsed(key.id, '2026-07-07T07:07:07.777Z');
    expect(await read(key.id)).toStrictEqual({ ...withoutHash(key), lastUsedAt: '2026-07-07T07:07:07.777Z' });
  });

  test('a use is noted once a minute, and last_used_at never goes back, though the clock does', async () => {
    const key = await inserted();
    for (const now of ['2026-07-07T07:07:07.777Z', '2026-07-07T07:08:07.776Z', '2020-01-01T00:00:00.000Z']) {
      await store.markUsed(key.id, now);
      expect((await read(key.id))?.lastUsedAt).toBe('2026-07-07T07:07:07.777Z');
    }
    await store.markUsed(key.id, '2026-07-07T07:08:07.777Z');
    expect((await read(key.id))?.lastUsedAt).toBe('2026-07-07T07:08:07.777Z');
  });

  test('a secret is replaced, and nothing else', async () => {
    const [key, other] = [await inserted({ secretHash: 'scrypt:1' }), await inserted({ secretHash: 'scrypt:2' })];
    const now = '2026-08-08T08:08:08.888Z';
    const replaced = await store.replaceSecret(key.clientId, 'scrypt:3', now);
    expect(replaced).toStrictEqual({ ...withoutHash(key), updatedAt: now });
    expect((await store.findCredentials(key.clientId))?.secretHash).toBe('scrypt:3');
    expect(await store.findCredentials(other.clientId)).toStrictEqual(other);
    expect(await store.replaceSecret('nobody', 'scrypt:3', now)).toBeNull();
  });

  test('a client id belongs to one key', async () => {
    const key = await inserted();
    const error = await errorOf(() => store.insert(applicationKey({ clientId: key.clientId })));
    expect(error.code).toBe('CONFLICT');
  });

  test('texts of any Unicode come back as they went in', async () => {
    await fc.assert(
      fc.asyncProperty(storableText(), storableText(), async (name, clientId) => {
        const key = await inserted({ name, clientId: `${randomUUID()}${clientId}` });
        expect(await store.findCredentials(key.clientId)).toStrictEqual(key);
        expect((await store.rename({ id: key.id, name: clientId, now: key.updatedAt }))?.name).toBe(clientId);
      }),
      { numRuns: 50 },
    );
  });
});
