import { expect, it, onTestFinished } from 'vitest';
import { createApplicationKeyStore } from '../../../src/storage/application-key-store.ts';
import { createCustomFieldStore } from '../../../src/storage/custom-field-store.ts';
import { applicationKey, customApi, customField, publishRecords } from '../../support/billing-records.ts';
import { describeEachEngine } from '../../support/engines.ts';
import { useOpened } from '../../support/use-opened.ts';
import { errorOf } from '../../support/violations-of.ts';

describeEachEngine('a publication', (open) => {
  const opened = useOpened(open);

  it('of what was taken since it was checked is refused with the record and its member, as a whole', async () => {
    const { engine } = opened;
    const [api, other] = [customApi(), customApi()];
    const [key, field] = [applicationKey(), customField({ customApiId: api.id })];
    await publishRecords(engine, { customApis: [api], customFields: [field], applicationKeys: [key] });
    const taking = [
      { customApis: [other, customApi({ apiType: api.apiType })] },
      { customApis: [other], customFields: [customField({ customApiId: api.id, slug: field.slug })] },
      { customApis: [other], applicationKeys: [{ ...applicationKey(), clientId: key.clientId }] },
    ];
    const messages: string[] = [];
    for (const records of taking) {
      const { code, message } = await errorOf(() => publishRecords(engine, records));
      expect(code).toBe('CONFLICT');
      messages.push(message.replace(/'.*'/, '<id>'));
    }
    expect(messages).toEqual([
      expect.stringMatching(/^custom_api <id>, api_type: Another custom_api of the store has the same api_type by now/),
      expect.stringMatching(/^custom_field <id>, slug: Another custom_field /),
      expect.stringMatching(/^application_key <id>, client_id: Another application_key /),
    ]);
    expect(await createCustomFieldStore(engine).getManyApis([other.id])).toEqual(new Map());
    expect((await createApplicationKeyStore(engine).findCredentials(key.clientId))?.id).toBe(key.id);
  });

  it('of many records takes a statement for hundreds of them, and is refused with the one that is at fault', async () => {
    const inserts: string[] = [];
    const { engine, drop } = await open({
      log: ({ query }) => void (query.sql.startsWith('insert into "custom_field"') && inserts.push(query.sql)),
    });
    onTestFinished(drop);
    const api = customApi();
    const fields = Array.from({ length: 403 }, (_, index) => customField({ customApiId: api.id, slug: `s${index}` }));
    const renamed = fields.map((field) => ({ ...field, name: 'Wash at most at' }));
    await publishRecords(engine, { customApis: [api], customFields: fields });
    expect(inserts).toHaveLength(2 + 3);
    await publishRecords(engine, { customFields: renamed });
    const store = createCustomFieldStore(engine);
    const stored = async () => [...(await store.getMany(fields.map(({ id }) => id))).values()];
    expect(new Set(await stored())).toEqual(new Set(renamed));

    const taking = { customApiId: api.id, slug: 's399' };
    const others = Array.from({ length: 250 }, (_, index) => customField({ ...taking, slug: `other-${index}` }));
    const faulty = customField(taking);
    const { message } = await errorOf(() =>
      publishRecords(engine, { customFields: [...others.toSpliced(123, 0, faulty), ...fields] }),
    );
    expect(message).toContain(`custom_field '${faulty.id}', slug: Another custom_field of the store`);
    expect(await store.getMany(others.map(({ id }) => id))).toEqual(new Map());
    expect(new Set(await stored())).toEqual(new Set(renamed));
  });

  it('of many records in which one comes twice takes the later', async () => {
    const api = customApi();
    const fields = Array.from({ length: 199 }, (_, index) => customField({ customApiId: api.id, slug: `s${index}` }));
    const last = { ...(fields[7] as (typeof fields)[number]), name: 'The later' };
    await publishRecords(opened.engine, { customApis: [api], customFields: [...fields, last] });
    const stored = await createCustomFieldStore(opened.engine).getMany([last.id]);
    expect(stored.get(last.id)?.name).toBe('The later');
  });

  it('of many keys without their secrets leaves those that are known', async () => {
    const { engine } = opened;
    const times = { secretHash: 'hash', lastUsedAt: '2026-01-03T00:00:00.000Z' };
    const keys = Array.from({ length: 200 }, () => ({ ...applicationKey(), ...times }));
    await publishRecords(engine, { applicationKeys: keys });
    const again = keys.map((key, index) => ({
      ...key,
      name: 'B',
      secretHash: index % 2 ? null : 'new',
      lastUsedAt: null,
    }));
    await publishRecords(engine, { applicationKeys: again });
    const store = createApplicationKeyStore(engine);
    const found = await Promise.all(keys.slice(0, 2).map(({ clientId }) => store.findCredentials(clientId)));
    const kept = { name: 'B', lastUsedAt: times.lastUsedAt };
    expect(found).toEqual([
      { ...keys[0], ...kept, secretHash: 'new' },
      { ...keys[1], ...kept, secretHash: 'hash' },
    ]);
  });
});
