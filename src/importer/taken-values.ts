/** What may stand in a store once, where a record brings one that another record of the store has. */
import { apiIdOf } from '../contract/custom-field.ts';
import { type KeptRecord, ofType } from './kept-record.ts';
import type { KnownStores, SmallRecordFault } from './small-record-faults.ts';

/** A value is free where the record that has it in the store comes as well, and brings another: two may exchange theirs. */
export async function findTakenValues(kept: readonly KeptRecord[], stores: KnownStores): Promise<SmallRecordFault[]> {
  return [
    ...(await takenTypes(kept, stores)),
    ...(await takenSlugs(kept, stores)),
    ...(await takenClients(kept, stores)),
  ];
}

async function takenTypes(kept: readonly KeptRecord[], { customFields }: KnownStores): Promise<SmallRecordFault[]> {
  const apis = ofType(kept, 'custom_api');
  const known = await customFields.getManyApis(apis.map(({ record }) => record.id));
  const own = new Set([...known.values()].map(({ apiType }) => apiType));
  return findRefused(apis, 'api_type', async ({ record: { api_type } }) => {
    return !own.has(api_type) && (await customFields.hasApiType(api_type));
  });
}

async function takenSlugs(kept: readonly KeptRecord[], { customFields }: KnownStores): Promise<SmallRecordFault[]> {
  const keyOf = (apiId: string, slug: string) => JSON.stringify([apiId, slug]);
  const fields = ofType(kept, 'custom_field');
  const known = await customFields.getMany(fields.map(({ record }) => record.id));
  const own = new Set([...known.values()].map(({ customApiId, slug }) => keyOf(customApiId, slug)));
  return findRefused(fields, 'slug', async ({ record }) => {
    const apiId = apiIdOf(record);
    return !own.has(keyOf(apiId, record.slug)) && (await customFields.hasSlug(apiId, record.slug));
  });
}

async function takenClients(
  kept: readonly KeptRecord[],
  { applicationKeys }: KnownStores,
): Promise<SmallRecordFault[]> {
  const keys = ofType(kept, 'application_key');
  const own = new Set(keys.map(({ record }) => record.id));
  return findRefused(keys, 'client_id', async ({ record }) => {
    const known = await applicationKeys.findCredentials(record.client_id);
    return known !== null && !own.has(known.id);
  });
}

async function findRefused<Kept extends KeptRecord>(
  records: readonly Kept[],
  path: string,
  isTaken: (one: Kept) => Promise<boolean>,
): Promise<SmallRecordFault[]> {
  const faults: SmallRecordFault[] = [];
  for (const one of records) {
    if (!(await isTaken(one))) continue;
    faults.push({ ...one, path, message: `Another ${one.record.type} of the store has the same ${path}.` });
  }
  return faults;
}
