import { expect, it } from 'vitest';
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
});
