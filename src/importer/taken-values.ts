/** What may stand in a store once, where a record brings one that another record of the store has. */
import { apiIdOf } from '../contract/custom-field.ts';
import { type KeptRecord, type KnownStores, ofType, type SmallRecordFault } from './small-records.ts';

export async function findTakenValues(
  kept: readonly KeptRecord[],
  { customFields, applicationKeys }: KnownStores,
): Promise<SmallRecordFault[]> {
  const faults: SmallRecordFault[] = [];
  const refuse = (one: KeptRecord, path: string) => {
    const message = `Another ${one.record.type} of the store has the same ${path}.`;
    faults.push({ ...one, path, message });
  };
  const apis = ofType(kept, 'custom_api');
  const knownApis = await customFields.getManyApis(apis.map(({ record }) => record.id));
  for (const one of apis) {
    const { id, api_type } = one.record;
    if (knownApis.get(id)?.apiType !== api_type && (await customFields.hasApiType(api_type))) refuse(one, 'api_type');
  }
  const fields = ofType(kept, 'custom_field');
  const knownFields = await customFields.getMany(fields.map(({ record }) => record.id));
  for (const one of fields) {
    const [apiId, known] = [apiIdOf(one.record), knownFields.get(one.record.id)];
    const isOwn = known?.slug === one.record.slug && known.customApiId === apiId;
    if (!isOwn && (await customFields.hasSlug(apiId, one.record.slug))) refuse(one, 'slug');
  }
  for (const one of ofType(kept, 'application_key')) {
    const known = await applicationKeys.findCredentials(one.record.client_id);
    if (known && known.id !== one.record.id) refuse(one, 'client_id');
  }
  return faults;
}
