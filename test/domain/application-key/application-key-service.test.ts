import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { createApplicationKeyService } from '../../../src/domain/application-key/application-key-service.ts';
import type { ApplicationKeyService } from '../../../src/domain/application-key/ports.ts';
import { createStores } from '../../../src/storage/open-stores.ts';
import { applicationKey, publishRecords } from '../../support/billing-records.ts';
import { describeEachEngine } from '../../support/engines.ts';
import { writingContext } from '../../support/request-contexts.ts';
import { useOpened } from '../../support/use-opened.ts';
import { errorOf, violationsOf } from '../../support/violations-of.ts';
import { written } from '../../support/written.ts';

const key = applicationKey({ secretHash: 'canary-hash', lastUsedAt: '2026-01-01T00:00:00.000Z' });
const { secretHash: _, ...shown } = key;
const requestContext = writingContext(new Date('2026-02-03T04:05:06.007Z'));

describeEachEngine('the application key service', (open) => {
  const opened = useOpened(open);
  let service: ApplicationKeyService;
  beforeAll(async () => {
    await publishRecords(opened.engine, { applicationKeys: [key] });
    service = createApplicationKeyService(createStores(opened.engine));
  });

  test.each(['New name', 'x', '😀'.repeat(255), 'a\u202eb'])(
    'a key is renamed, and nothing else (%#)',
    async (name) => {
      const renamed = await written(service.rename(requestContext, { id: key.id.toUpperCase(), name }));
      expect(renamed).toStrictEqual({ ...shown, name, updatedAt: '2026-02-03T04:05:06.007Z' });
      expect(await service.getMany(requestContext, [key.id])).toEqual(new Map([[key.id, renamed]]));
    },
  );

  test('updated_at does not go back with the clock', async () => {
    await service.rename(writingContext(new Date('2026-09-09T00:00:00.000Z')), { id: key.id, name: 'Later' });
    const renamed = await written(service.rename(requestContext, { id: key.id, name: 'Earlier' }));
    expect(renamed).toMatchObject({ name: 'Earlier', updatedAt: '2026-09-09T00:00:00.000Z' });
  });

  test('an unknown key is NOT_FOUND', async () => {
    const unknown = randomUUID();
    const error = await errorOf(() => service.rename(requestContext, { id: unknown, name: 'New' }));
    expect([error.code, error.message]).toEqual([
      'NOT_FOUND',
      `No application key with the id '${unknown}' was found.`,
    ]);
  });

  const required = (name: string) => `${name} required The field '${name}' is required.`;
  test.each([
    [{}, [required('id'), required('name')]],
    [{ id: null, name: null }, [required('id'), required('name')]],
    [
      { id: '5', name: '' },
      [
        "id format The field 'id' must be a UUID, but is '5'.",
        "name minLength The field 'name' must not be empty: 1 to 255 are expected.",
      ],
    ],
    [
      { id: key.id, name: 'a'.repeat(256) },
      ["name maxLength The field 'name' has more than 255 characters, but 1 to 255 are expected."],
    ],
    [{ id: key.id, name: 'a\tb' }, ["name pattern The field 'name' must not contain control characters."]],
    [{ id: key.id, name: 'a\0b' }, ["name pattern The field 'name' must not contain the NUL character."]],
    [{ id: key.id, name: '\udfff' }, ["name characters The field 'name' must not contain a lone surrogate."]],
    [{ id: key.id, name: 5 }, ["name type The field 'name' must be a string, but is a number."]],
  ])('a faulty request is refused with all its faults (%#)', async (input, expected) => {
    expect(await violationsOf(() => service.rename(requestContext, input))).toEqual(expected);
  });

  test('getMany leaves out what is unknown or can name nothing', async () => {
    expect(await service.getMany(requestContext, ['', 'a\0b', '\ud800', 'x'.repeat(10_000), randomUUID()])).toEqual(
      new Map(),
    );
  });
});
